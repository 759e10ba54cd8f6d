/** Reads a PPTX into the document model. */
import type { Include } from '../../../shared/api/include.ts';
import { COMMENT, QUOTE_LENGTH, writeComment, type CommentFacts } from '../../../shared/document/comment.ts';
import { textOf, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { pathOf, stepsOf } from '../../../shared/document/path.ts';
import { beginsSlide, type Spot } from '../../../shared/document/slides.ts';
import { visitTexts } from '../../../shared/document/text-place.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { append } from '../../../shared/iterables.ts';
import { lineOf } from '../docx/parts/comments.ts';
import { DocxInventory } from '../docx/parts/docx-inventory.ts';
import { RepeatedContent } from '../docx/parts/repeated-content.ts';
import { ShownPictures } from '../docx/parts/shown-pictures.ts';
import { Losses } from '../docx/reading.ts';
import { takeLooks } from '../look-record.ts';
import { measureEnvelope } from '../measure-envelope.ts';
import type { ReadResult } from '../read-result.ts';
import { refuseEmpty } from '../refuse-empty.ts';
import { openDeck } from './open-deck.ts';
import { listDeck, listSlide } from './parts/deck-inventory.ts';
import { authorsOf, commentsOfSlide, type SlideComment } from './parts/slide-comments.ts';
import { layoutNameOf, readSlide } from './read-slide.ts';
import type { Reading } from './reading.ts';
import { settled } from './settled.ts';
import { Templates } from './shapes/placeholders.ts';

/** Options of a reading. */
export interface PptxOptions {
  /** `presentation` also includes the formatting, as looks (`shared/document/looks.ts`). */
  readonly attributeMode?: 'semantic' | 'presentation';
  /** Content that is read into the document. Otherwise it is only listed in the inventory. */
  readonly include?: readonly Include[];
}

/**
 * Reads a PPTX of either variant. Each slide is a heading with its content in reading order and its notes. Included
 * comments follow the last slide as stories. The text of masters and layouts is furniture. The result is in reader normal
 * form (`readText`). Nothing outside the file is opened.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function readPptx(
  bytes: Uint8Array,
  { attributeMode = 'semantic', include = [] }: PptxOptions = {},
): Promise<ReadResult> {
  refuseEmpty(bytes, 'PPTX');
  const deck = await openDeck(bytes);
  const losses = new Losses();
  for (let missing = 0; missing < deck.missing; missing += 1) losses.add('part_missing');
  const reading: Reading = {
    package: deck.package,
    mainPart: deck.mainPart,
    presentation: deck.presentation,
    losses,
    inventory: new DocxInventory(deck.package),
    include: new Set(include),
    pictures: new ShownPictures(),
    repeated: new RepeatedContent('The PPTX repeats notes, charts or diagrams'),
    slideIds: new Map(deck.slides.map(({ partName, id }) => [partName.toLowerCase(), id])),
  };
  const authors = authorsOf(reading);
  const blocks: Block[] = [];
  const spots: Spot[] = [];
  const comments: { readonly slide: number; readonly comment: SlideComment }[] = [];
  const usedParts = new Set<string>();
  for (const slide of deck.slides) {
    const { number, partName } = slide;
    const templates = Templates.ofSlide(partName, reading);
    for (const name of templates.parts) usedParts.add(name);
    reading.inventory.enter(`on slide ${number}`);
    for (const { block, shape } of readSlide(slide, templates, reading)) {
      blocks.push(block);
      spots.push({ slide: number, ...(shape !== null && shape !== '' && { shape }) });
    }
    listSlide(slide, layoutNameOf(partName, reading), reading);
    for (const comment of commentsOfSlide(partName, authors, reading)) comments.push({ slide: number, comment });
    reading.inventory.enter(null);
  }
  listDeck(deck, usedParts, reading);
  const stories = commentStories(comments, blocks, reading);
  append(blocks, stories.blocks);
  append(spots, stories.spots);
  const looked = settled(blocks);
  const taken = attributeMode === 'presentation' ? { blocks: looked, record: undefined } : takeLooks(looked);
  return {
    document: { blocks: taken.blocks, warnings: losses.warnings() },
    envelope: measureEnvelope(taken.blocks),
    inventory: reading.inventory.items,
    appearance: { ...(taken.record && { looks: taken.record }) },
    spots,
  };
}

/** The comments as stories, if they are included. Otherwise they are listed. */
function commentStories(
  comments: readonly { readonly slide: number; readonly comment: SlideComment }[],
  slides: readonly Block[],
  { include, inventory }: Reading,
): { readonly blocks: Block[]; readonly spots: Spot[] } {
  const headings = headingsIn(slides);
  const stories: { readonly blocks: Block[]; readonly spots: Spot[] } = { blocks: [], spots: [] };
  let [number, parent] = [0, 0];
  for (const { slide, comment } of comments) {
    const named = comment.author === '' ? comment.blocks : [lineOf(comment.author), ...comment.blocks];
    if (!include.has('comments')) {
      const text = named.flatMap((block) => (block.kind === 'text' ? [textOf(block)] : [])).join(' · ');
      inventory.add(
        'comment',
        writeFragment(takeLooks(named).blocks),
        text.slice(0, QUOTE_LENGTH),
        `on slide ${slide}`,
      );
      continue;
    }
    number += 1;
    if (!comment.isReply) parent = number;
    const facts = factsOf(comment, comment.isReply ? parent : undefined, headings[slide - 1]);
    for (const [at, block] of (named.length === 0 ? [lineOf('Comment')] : named).entries()) {
      const step = { kind: 'comment', starts: at === 0, ...(at === 0 && { value: number }) } as const;
      const path = pathOf([step, ...stepsOf(block.path)]);
      const attributes =
        block.kind === 'text' && at === 0 ? { ...block.attributes, [COMMENT]: writeComment(facts) } : undefined;
      stories.blocks.push(
        attributes === undefined ? { ...block, path } : ({ ...block, path, attributes } as TextBlock),
      );
      stories.spots.push({ slide });
    }
  }
  return stories;
}

/** The heading of a slide, and its number among the texts. */
interface SlideHeading {
  readonly text: number;
  readonly words: string;
}

function headingsIn(blocks: readonly Block[]): SlideHeading[] {
  const headings: SlideHeading[] = [];
  let text = 0;
  visitTexts(blocks, null, (block) => {
    const words = textOf(block);
    if (words === '') return;
    if (beginsSlide(block)) headings.push({ text, words });
    text += 1;
  });
  return headings;
}

/** A comment is about its slide, so its anchor is the heading. */
function factsOf(
  { author, date, isDone }: SlideComment,
  parent: number | undefined,
  heading: SlideHeading | undefined,
): CommentFacts {
  return {
    author,
    ...(date !== undefined && { date }),
    ...(isDone && { done: true }),
    ...(parent !== undefined && { parent }),
    ...(heading && {
      anchor: {
        start: [heading.text, 0],
        end: [heading.text, heading.words.length],
        quote: heading.words.slice(0, QUOTE_LENGTH).replace(/[\uD800-\uDBFF]$/u, ''),
      },
    }),
  };
}
