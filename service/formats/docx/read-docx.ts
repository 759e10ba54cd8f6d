/** Reads a DOCX into the document model. */
import type { Include } from '../../../shared/api/include.ts';
import { textOf, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { NOTE, writeNote, type NoteFacts } from '../../../shared/document/notes.ts';
import { pathOf, stepsOf, type Step } from '../../../shared/document/path.ts';
import { storyLabel } from '../../../shared/document/story.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { hasSignature, ZIP_SIGNATURE } from '../../../shared/recognize-format.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { chosenChildren } from '../../ooxml/alternate-content.ts';
import { openWordPackage, type WordPackage } from '../../ooxml/package.ts';
import { isOfType } from '../../ooxml/relationships.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { append } from '../../../shared/iterables.ts';
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { dropCountedValues } from '../html/list-path.ts';
import { measureEnvelope } from '../measure-envelope.ts';
import { takeLooks } from '../look-record.ts';
import type { ReadResult } from '../read-result.ts';
import { refuseEmpty } from '../refuse-empty.ts';
import { BoundValues } from './parts/bound-values.ts';
import { authorOf, commentBlocks, lineOf, threadsOf } from './parts/comments.ts';
import { DocxInventory } from './parts/docx-inventory.ts';
import { DocumentReferences } from './parts/reference-targets.ts';
import { statedDirection } from './looks/directions.ts';
import { pageLayout } from './parts/page-layout.ts';
import { Looks } from './looks/looks.ts';
import { pageStories } from './stories/page-stories.ts';
import { Losses, type CommentReference, type EmbeddedDocument, type NoteReference, type Reading } from './reading.ts';
import { Numbering } from './numbering/numbering.ts';
import { RepeatedContent } from './parts/repeated-content.ts';
import { ShownPictures } from './parts/shown-pictures.ts';
import { drawnTexts } from './drawings/drawn-texts.ts';
import { readStory } from './read-story.ts';
import { sectionStart, sectionsOf } from './stories/sections.ts';
import { StyleTable } from './parts/styles.ts';
import { TextMarks, type MarkedPlaces, type ReadMark } from './parts/text-marks.ts';
import { Theme } from './looks/theme.ts';

/** Notes of these types are rules between text and notes (17.11.10). */
const SEPARATORS = /separator|notice/i;

/** Maximum length of the words that name a header or comment, in UTF-16 units. */
const LABEL_LENGTH = 120;

/** Handwriting (W3C InkML), which Word stores as a part. */
const INK_TYPE = 'application/inkml+xml';

/** `presentation` also includes the formatting, as looks (`shared/document/looks.ts`). */
export type AttributeMode = 'semantic' | 'presentation';

/** How text is read that a format shows in capitals: as it was typed, or as pages print it. */
export type Capitals = 'typed' | 'printed';

/** Options of a reading. */
export interface DocxOptions {
  readonly attributeMode?: AttributeMode;
  /** Content that is read into the document. Otherwise it is only listed in the inventory. */
  readonly include?: readonly Include[];
  /** False: a sign replaces page numbers of a table of contents that a word processor computes anew. */
  readonly contentsPages?: boolean;
  /** `printed`: text that the document shows in capitals is in capitals, as on its pages. Default: `typed`. */
  readonly capitals?: Capitals;
}

/** The extent of a reading. */
interface Extent {
  readonly include: ReadonlySet<Include>;
  readonly withEmbedded: boolean;
  readonly signs: boolean;
  readonly printsCapitals: boolean;
  readonly pictures: ShownPictures;
}

/**
 * Reads a DOCX of either variant. Its revisions count as accepted. Notes follow the text as a numbered list, in the
 * order of their references. Included headers, footers and comments follow the notes as stories. The result is in
 * reader normal form (`readText`). Warnings report content that could not be kept, and the inventory lists it. Nothing
 * outside the file is opened.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function readDocx(
  bytes: Uint8Array,
  { attributeMode = 'semantic', include = [], contentsPages = true, capitals = 'typed' }: DocxOptions = {},
): Promise<ReadResult> {
  refuseEmpty(bytes, 'DOCX');
  const losses = new Losses();
  const pictures = new ShownPictures();
  const extent: Extent = {
    include: new Set(include),
    withEmbedded: true,
    pictures,
    signs: !contentsPages,
    printsCapitals: capitals === 'printed',
  };
  const { blocks: looked, inventory, appearance, references, drawn } = await readBlocks(bytes, losses, extent);
  const { blocks, record } =
    attributeMode === 'presentation' ? { blocks: looked, record: undefined } : takeLooks(looked);
  return {
    document: { blocks, warnings: losses.warnings() },
    envelope: measureEnvelope(blocks),
    inventory,
    appearance: { ...appearance, ...(record && { looks: record }) },
    references,
    ...(drawn.length > 0 && { drawnTexts: drawn }),
  };
}

async function readBlocks(
  bytes: Uint8Array,
  losses: Losses,
  extent: Extent,
): Promise<
  { blocks: Block[]; drawn: readonly string[] } & Required<Pick<ReadResult, 'inventory' | 'appearance' | 'references'>>
> {
  const opened = await openWordPackage(bytes);
  const styles = new StyleTable(partOf(opened, 'styles'));
  const inventory = new DocxInventory(opened.package);
  const settings = partOf(opened, 'settings');
  const document = resolveRevisions(opened.document, 'revised');
  const reading: Reading = {
    package: opened.package,
    styles,
    numbering: new Numbering(partOf(opened, 'numbering'), styles),
    losses,
    inventory,
    include: extent.include,
    signs: extent.signs,
    printsCapitals: extent.printsCapitals,
    looks: new Looks(styles, new Theme(partOf(opened, 'theme')), settings),
    bound: new BoundValues(opened.package, opened.mainPart),
    notes: [],
    comments: [],
    // What an embedded document leads to is its own affair.
    references: new DocumentReferences(extent.withEmbedded ? [document, ...noteParts(opened)] : []),
    marks: new TextMarks(),
    pictures: extent.pictures,
    repeated: new RepeatedContent(),
    embedded: extent.withEmbedded ? await readEmbedded(opened, losses, extent) : new Map(),
  };
  // Most ink has a picture beside it, which is read instead.
  const types = opened.package.contentTypes();
  for (const { external, target } of opened.package.relationshipsOf(opened.mainPart).values())
    if (!external && types.typeOf(target) === INK_TYPE) losses.add('ink_not_compared');
  if (document !== opened.document) losses.add('revisions_accepted');
  const body = childOf(document, 'w:body');
  const sections = sectionsOf(body);
  const directions = sections.map((section) => statedDirection(section) ?? null);
  const setting = { directions, starts: sections.map(sectionStart) };
  const blocks = body === undefined ? [] : readStory(chosenChildren(body), opened.mainPart, reading, setting);
  reading.marks.endStory();
  const begun = readNotes(opened, reading, blocks);
  reading.marks.endStory();
  const places = reading.marks.placesIn(blocks);
  for (const [at, note] of begun) blocks[at] = withNote(blocks[at]!, note, places);
  reading.looks.pendingBreak = null;
  // Only the document itself shows headers, footers and comments, not the documents embedded in it.
  if (extent.withEmbedded) {
    append(blocks, readPageStories(opened, body, reading));
    append(blocks, readComments(opened, reading, places));
  }
  const settled = dropCountedValues(settlePaths(blocks));
  const hasNotes = reading.notes.length > 0;
  const pages = pageLayout({ sections, settings, hasNotes, background: childOf(document, 'w:background') });
  const references = reading.references.targetsIn(places);
  const drawn = extent.printsCapitals ? drawnTexts(opened) : [];
  return { blocks: settled, inventory: inventory.items, appearance: { pages }, references, drawn };
}

/** Reads headers and footers. Returns the included ones as stories, and lists the others. */
function readPageStories(opened: WordPackage, body: XmlElement | undefined, reading: Reading): Block[] {
  const blocks: Block[] = [];
  const settings = partOf(opened, 'settings');
  for (const { kind, section, partName } of pageStories(opened, body, settings)) {
    const root = opened.package.tree(partName);
    if (root === undefined) continue;
    reading.repeated.show(root, opened.package.part(partName)?.bytes.byteLength ?? 0);
    const step: Step = { kind, starts: true, ...(section > 1 && { value: section }) };
    const label = storyLabel({ ...step, kind });
    reading.inventory.enter(label, true);
    const content = readStory(chosenChildren(resolveRevisions(root, 'revised')), partName, reading, { showsEnd: true });
    reading.inventory.enter(null);
    const isHeader = kind.endsWith('header');
    if (reading.include.has(isHeader ? 'headers' : 'footers')) append(blocks, withinStep(content, step));
    else if (content.some(hasText))
      reading.inventory.add(isHeader ? 'header' : 'footer', shownContent(content), textStart(content), label);
  }
  return blocks;
}

/** Reads the comments with references. Returns them as stories if they are included, and lists them otherwise. */
function readComments(opened: WordPackage, reading: Reading, places: MarkedPlaces): Block[] {
  const blocks: Block[] = [];
  const partName = opened.package.related(opened.mainPart, 'comments');
  const root = partName === undefined ? undefined : opened.package.tree(partName);
  if (partName === undefined || root === undefined) return blocks;
  // A second reference shows no second comment. A small file could name a long one a hundred thousand times.
  const references = new Map<string, CommentReference>();
  for (const reference of reading.comments) if (!references.has(reference.id)) references.set(reference.id, reference);
  threadsOf(references.keys(), opened, root).forEach((comment, at) => {
    reading.inventory.enter('Comment');
    const content = readStory(chosenChildren(resolveRevisions(comment.node, 'revised')), partName, reading);
    reading.inventory.enter(null);
    if (reading.include.has('comments')) {
      const own = commentBlocks(comment, content, places);
      append(blocks, withinStep(own, { kind: 'comment', starts: true, value: at + 1 }));
      return;
    }
    const author = authorOf(comment);
    const named = author === '' ? content : [lineOf(author), ...content];
    const { where } = references.get(comment.id)!;
    reading.inventory.add('comment', writeFragment(takeLooks(named).blocks), textStart(named), where);
  });
  return blocks;
}

/** What a reader sees of a header or footer that is only listed: its content, and the looks of its letters. */
function shownContent(content: readonly Block[]): string {
  const { blocks, record } = takeLooks(content);
  return `${writeFragment(blocks)}\n${record.looks.join('\n')}\n${record.runs.join(' ')}`;
}

/** Whether a block shows text, or a table or rule that may be all of a header. */
function hasText(block: Block): boolean {
  return block.kind !== 'image';
}

/** The first words of blocks, for a list. */
function textStart(blocks: readonly Block[]): string {
  const text = textBlocksOf(blocks).map(textOf).join(' · ');
  return text.length <= LABEL_LENGTH ? text : `${text.slice(0, LABEL_LENGTH).replace(/\s\S*$/u, '')} …`;
}

/**
 * Embedded documents that are DOCX. Documents embedded in those are left out, so nesting is limited. Unreadable ones
 * are left out with a warning.
 */
async function readEmbedded(
  { package: archive, mainPart }: WordPackage,
  losses: Losses,
  extent: Extent,
): Promise<Reading['embedded']> {
  const embedded = new Map<string, EmbeddedDocument>();
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    const part = relationship.external ? undefined : archive.part(relationship.target);
    if (part === undefined || !isOfType(relationship, 'aFChunk')) continue;
    if (!hasSignature(part.bytes, ZIP_SIGNATURE)) continue;
    try {
      const { blocks } = await readBlocks(part.bytes, losses, { ...extent, withEmbedded: false });
      embedded.set(relationship.target, { blocks, size: writeFragment(takeLooks(blocks).blocks).length });
    } catch (fault) {
      if (!(fault instanceof ServiceError) || fault.code === 'archive_limit_exceeded') throw fault;
    }
  }
  return embedded;
}

/** The tree of a part that the main part refers to; undefined if there is none. */
function partOf({ package: archive, mainPart }: WordPackage, type: string): XmlElement | undefined {
  const name = archive.related(mainPart, type);
  return name === undefined ? undefined : archive.tree(name);
}

/** The parts with notes, without revisions. */
function noteParts(opened: WordPackage): XmlElement[] {
  return ['footnotes', 'endnotes'].flatMap((type) => {
    const root = partOf(opened, type);
    return root === undefined ? [] : [resolveRevisions(root, 'revised')];
  });
}

/** A note, and the mark of its sign. */
interface BegunNote extends Omit<NoteFacts, 'sign'> {
  readonly mark: ReadMark;
}

/**
 * Adds the notes with references, each as an item of a list. Footnotes come before endnotes, and each kind counts from
 * 1. Returns the notes by the index of their first block.
 */
function readNotes(opened: WordPackage, reading: Reading, blocks: Block[]): ReadonlyMap<number, BegunNote> {
  const begun = new Map<number, BegunNote>();
  for (const kind of ['footnote', 'endnote'] as const) {
    const partName = opened.package.related(opened.mainPart, `${kind}s`);
    const root = partName === undefined ? undefined : opened.package.tree(partName);
    if (partName === undefined || root === undefined) continue;
    const notes = new Map<string, XmlElement>();
    const isReferred = reading.notes.some((reference) => reference.kind === kind);
    for (const note of childrenOf(resolveRevisions(root, 'revised'), `w:${kind}`)) {
      const id = note.attributes.get('w:id') ?? '';
      const type = note.attributes.get('w:type') ?? '';
      if (SEPARATORS.test(type)) {
        if (isReferred) listSeparator(note, partName, `before the ${kind}s (${type})`, reading);
      }
      // Of two notes with one id, which the format forbids, the first one counts, as in a redline.
      else if (!notes.has(id)) notes.set(id, note);
    }
    let number = 0;
    const listed = new Set<string>();
    // A note may refer to another note, which is then listed too.
    for (let at = 0; at < reading.notes.length; at += 1) {
      const reference: NoteReference = reading.notes[at]!;
      const note = notes.get(reference.id);
      if (reference.kind !== kind || note === undefined || listed.has(reference.id)) continue;
      listed.add(reference.id);
      number += 1;
      const content = readStory(chosenChildren(note), partName, reading);
      const first = content.findIndex((block) => block.kind === 'text');
      if (first !== -1) begun.set(blocks.length + first, { kind, number, mark: reference.mark });
      append(blocks, withinStep(content, { kind: 'ol', starts: true, value: number }));
    }
  }
  return begun;
}

/** The first block of a note with what it carries. */
function withNote(block: Block, { kind, number, mark }: BegunNote, places: MarkedPlaces): Block {
  if (block.kind !== 'text') return block;
  const sign = places.of(mark);
  const note = writeNote({ kind, number, ...(sign && { sign }) });
  return { ...block, attributes: { ...block.attributes, [NOTE]: note } };
}

/** Lists the text between the page and its notes (17.11.23), which is a rule in most documents. */
function listSeparator(note: XmlElement, partName: string, where: string, reading: Reading): void {
  const content = readStory(chosenChildren(note), partName, reading);
  const text = textStart(content);
  if (text.trim() !== '') reading.inventory.add('footer', shownContent(content), text, where);
}

/** Blocks as the content of one item or story. */
function withinStep(blocks: readonly Block[], step: Step): Block[] {
  return blocks.map((block, index) => {
    const own = index === 0 ? step : { kind: step.kind, starts: false };
    return { ...block, path: pathOf([own, ...stepsOf(block.path)]) };
  });
}

/** The text blocks in reading order, those in tables included. */
function textBlocksOf(blocks: readonly Block[]): TextBlock[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [block];
    if (block.kind !== 'table') return [];
    return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => textBlocksOf(cell.blocks)));
  });
}
