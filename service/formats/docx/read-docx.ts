/** Reads a DOCX into the document model. */
import type { Block } from '../../../shared/document/model.ts';
import { pathOf, stepsOf, type Step } from '../../../shared/document/path.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { chosenChildren } from '../../ooxml/alternate-content.ts';
import { openWordPackage, type WordPackage } from '../../ooxml/package.ts';
import { isOfType } from '../../ooxml/relationships.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { append } from '../../../shared/iterables.ts';
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { dropCountedValues } from '../html/list-path.ts';
import { measureEnvelope } from '../measure-envelope.ts';
import type { ReadResult } from '../read-result.ts';
import { Looks } from './looks.ts';
import { Losses, type NoteReference, type Reading } from './reading.ts';
import { Numbering } from './numbering.ts';
import { ShownPictures } from './shown-pictures.ts';
import { readStory } from './story-reader.ts';
import { StyleTable } from './styles.ts';

/** Notes of these types are rules between text and notes (17.11.10). */
const SEPARATORS = /separator|notice/i;

/** Handwriting (W3C InkML), which Word stores as a part. */
const INK_TYPE = 'application/inkml+xml';

/** `presentation` also includes the formatting, as looks (`shared/document/looks.ts`). */
export type AttributeMode = 'semantic' | 'presentation';

/** The extent of a reading. */
interface Extent {
  readonly attributeMode: AttributeMode;
  readonly withEmbedded: boolean;
  readonly pictures: ShownPictures;
}

/**
 * Reads a DOCX of either variant. Its revisions count as accepted. Headers and footers are not read. Notes follow the
 * text as a numbered list, in the order of their references. The result is in reader normal form (`readText`).
 * Warnings report content that could not be kept. Nothing outside the file is opened.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function readDocx(bytes: Uint8Array, attributeMode: AttributeMode = 'semantic'): Promise<ReadResult> {
  const losses = new Losses();
  const blocks = await readBlocks(bytes, losses, { attributeMode, withEmbedded: true, pictures: new ShownPictures() });
  return { document: { blocks, warnings: losses.warnings() }, envelope: measureEnvelope(blocks) };
}

async function readBlocks(bytes: Uint8Array, losses: Losses, extent: Extent): Promise<Block[]> {
  const opened = await openWordPackage(bytes);
  const styles = new StyleTable(partOf(opened, 'styles'));
  const reading: Reading = {
    package: opened.package,
    styles,
    numbering: new Numbering(partOf(opened, 'numbering'), styles),
    losses,
    looks: extent.attributeMode === 'presentation' ? new Looks(styles) : null,
    notes: [],
    pictures: extent.pictures,
    embedded: extent.withEmbedded ? await readEmbedded(opened, losses, extent) : new Map(),
  };
  // Most ink has a picture beside it, which is read instead.
  const types = opened.package.contentTypes();
  for (const { external, target } of opened.package.relationshipsOf(opened.mainPart).values())
    if (!external && types.typeOf(target) === INK_TYPE) losses.add('ink_not_compared');
  const document = resolveRevisions(opened.document, 'revised');
  if (document !== opened.document) losses.add('revisions_accepted');
  const body = childOf(document, 'w:body');
  const blocks = body === undefined ? [] : readStory(chosenChildren(body), opened.mainPart, reading);
  return dropCountedValues(settlePaths([...blocks, ...readNotes(opened, reading)]));
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
  const embedded = new Map<string, readonly Block[]>();
  const types = archive.contentTypes();
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    const part = relationship.external ? undefined : archive.part(relationship.target);
    if (part === undefined || !isOfType(relationship, 'aFChunk')) continue;
    if (!types.typeOf(part.name).includes('wordprocessingml')) continue;
    try {
      embedded.set(relationship.target, await readBlocks(part.bytes, losses, { ...extent, withEmbedded: false }));
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

/**
 * The notes with references, each as an item of a list. Footnotes come before endnotes, and each kind counts from 1.
 */
function readNotes(opened: WordPackage, reading: Reading): Block[] {
  const blocks: Block[] = [];
  for (const kind of ['footnote', 'endnote'] as const) {
    const partName = opened.package.related(opened.mainPart, `${kind}s`);
    const root = partName === undefined ? undefined : opened.package.tree(partName);
    if (partName === undefined || root === undefined) continue;
    const notes = new Map<string, XmlElement>();
    for (const note of childrenOf(resolveRevisions(root, 'revised'), `w:${kind}`)) {
      if (!SEPARATORS.test(note.attributes.get('w:type') ?? '')) notes.set(note.attributes.get('w:id') ?? '', note);
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
      append(blocks, withinItem(content, number));
    }
  }
  return blocks;
}

/** Blocks as the content of one numbered item. */
function withinItem(blocks: readonly Block[], value: number): Block[] {
  return blocks.map((block, index) => {
    const step: Step = index === 0 ? { kind: 'ol', starts: true, value } : { kind: 'ol', starts: false };
    return { ...block, path: pathOf([step, ...stepsOf(block.path)]) };
  });
}
