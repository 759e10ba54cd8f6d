/** Blocks of a presentation as short lines, for tests. */
import { LABEL } from '../../../../shared/document/label.ts';
import { textOf, type Block } from '../../../../shared/document/model.ts';
import { stepsOf } from '../../../../shared/document/path.ts';
import { readPptx, type PptxOptions } from '../../../../service/formats/pptx/read-pptx.ts';
import { pptx, type DeckParts, type SlideParts } from '../../../builders/pptx.ts';

/** The lines of a presentation: type or list, label, and text. */
export async function linesOfDeck(
  slides: readonly SlideParts[],
  deck: DeckParts = {},
  options: PptxOptions = {},
): Promise<string[]> {
  return linesOf((await readPptx(pptx(slides, deck), options)).document.blocks);
}

/** The lines of the only slide, without its heading. */
export async function linesOfSlide(
  shapes: string,
  more: Omit<SlideParts, 'shapes'> = {},
  deck: DeckParts = {},
): Promise<string[]> {
  return (await linesOfDeck([{ shapes, ...more }], deck)).slice(1);
}

/** The lines of blocks. A table is one line: cells by `|`, rows by `/`. */
export function linesOf(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    if (block.kind === 'image')
      return `picture ${block.image.alt}${block.href === undefined ? '' : ` → ${block.href}`}`;
    if (block.kind === 'rule') return 'rule';
    if (block.kind === 'table')
      return block.rows
        .map(({ section, cells }) => {
          const texts = cells.map(({ blocks: inner, colspan, rowspan }) => {
            const spans = colspan + rowspan === 2 ? '' : `[${colspan}×${rowspan}]`;
            return (
              spans +
              linesOf(inner)
                .join(' ¶ ')
                .replaceAll(/(^| )p: /gu, '$1')
            );
          });
          return `${section === 'head' ? '! ' : ''}${texts.join(' | ')}`;
        })
        .join(' / ');
    const lists = stepsOf(block.path).map(({ kind }) => kind);
    const label = block.attributes[LABEL];
    const name = lists.length > 0 ? lists.join('.') : block.type;
    return `${name}${label === undefined ? '' : `(${label})`}: ${textOf(block)}`;
  });
}
