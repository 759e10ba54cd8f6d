/** Builds the list of blocks of a document, a cell, a note or a text box. Each list has its own paths. */
import { FIELDS, writeFields, type FieldRange } from '../../../../shared/document/fields.ts';
import type { Attributes, Block, Run, TextType } from '../../../../shared/document/model.ts';
import type { Path } from '../../../../shared/document/path.ts';
import { settlePaths } from '../../../../shared/document/settle-paths.ts';
import type { InlineContent } from '../../html/inline-content.ts';
import { dropCountedValues } from '../../html/list-path.ts';
import { declarationsOf, lookOfDeclarations } from '../../look-record.ts';

/** The properties of a paragraph that are known before its content. */
export interface ParagraphForm {
  readonly type: TextType;
  readonly attributes: Attributes;
  readonly path: Path;
  /** The results of fields in the runs of the paragraph. */
  readonly fieldsIn: (runs: readonly Run[]) => readonly FieldRange[];
}

/** Blocks in order. An empty paragraph gives no block, and a paragraph of pictures gives image blocks. */
export class BlockList {
  readonly #blocks: Block[] = [];

  /** Adds a paragraph. Returns its runs; null if it has no text. */
  addParagraph(content: InlineContent, form: ParagraphForm): readonly Run[] | null {
    const { type, path } = form;
    const runs = content.takeRuns(false);
    if (runs.some((run) => !run.image)) {
      const fields = form.fieldsIn(runs);
      const attributes = fields.length === 0 ? form.attributes : { ...form.attributes, [FIELDS]: writeFields(fields) };
      this.#blocks.push({ kind: 'text', type, attributes, runs, path });
      return runs;
    }
    for (const { image, href } of runs) {
      if (image)
        this.#blocks.push(href === null ? { kind: 'image', image, path } : { kind: 'image', image, href, path });
    }
    return null;
  }

  /** Adds a finished block, such as a table. */
  addBlock(block: Block): void {
    this.#blocks.push(block);
  }

  /** Adds a declaration to the look of the last block, if it is a text. */
  addToLast([name, value]: readonly [name: string, value: string]): void {
    const last = this.#blocks.at(-1);
    if (last?.kind !== 'text') return;
    const style = declarationsOf(last.attributes['data-style'] ?? '').set(name, value);
    const attributes = { ...last.attributes, 'data-style': lookOfDeclarations(style) };
    this.#blocks[this.#blocks.length - 1] = { ...last, attributes };
  }

  /** The blocks with settled paths. An item keeps its number only if it does not follow from the previous item. */
  take(): Block[] {
    return dropCountedValues(settlePaths(this.#blocks));
  }
}
