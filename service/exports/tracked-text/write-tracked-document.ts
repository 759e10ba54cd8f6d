/** Writes a new Word document for a comparison of texts, with native revisions. */
import { AlignmentType, Document, LevelFormat, Packer } from 'docx';
import type { Block } from '../../../shared/document/model.ts';
import { readArchive } from '../../ooxml/read-archive.ts';
import { writeArchive } from '../../ooxml/write-archive.ts';
import type { Artifact } from '../artifact.ts';
import {
  BlockWriter,
  emptyParagraph,
  INDENT,
  LIST_LEVELS,
  LISTS,
  PREFORMATTED,
  type LabelList,
} from './tracked-blocks.ts';
import { Revisions } from './tracked-runs.ts';

/** The author of the revisions and of the document. */
export interface DocumentStamp {
  readonly author: string;
  /** ISO 8601 in UTC without fractions. */
  readonly date: string;
  readonly title: string;
}

/** Writes merged blocks. The same blocks and stamp give the same bytes. */
export async function writeTrackedDocument(
  blocks: readonly Block[],
  { author, date, title }: DocumentStamp,
): Promise<Pick<Artifact, 'bytes' | 'report'>> {
  const revisions = new Revisions(author, date);
  const writer = new BlockWriter(revisions);
  const children = writer.write(blocks);
  const document = new Document({
    title: xmlText(title),
    creator: author,
    lastModifiedBy: author,
    numbering: {
      config: [
        listOf(LISTS.ul, () => '•'),
        listOf(LISTS.ol, (level) => `%${level + 1}.`),
        ...writer.labelLists.map(labelList),
      ],
    },
    styles: {
      paragraphStyles: [{ id: PREFORMATTED, name: PREFORMATTED, basedOn: 'Normal', run: { font: 'Courier New' } }],
    },
    sections: [{ children: children.length === 0 ? [emptyParagraph()] : children }],
  });
  const { images, counts } = revisions;
  const warnings = images === 0 ? [] : [`${images} images are named by their alternative text; only text is exported.`];
  return {
    bytes: await settled(new Uint8Array(await Packer.toArrayBuffer(document)), date),
    report: { revisions: counts, warnings },
  };
}

function listOf(reference: string, textOf: (level: number) => string) {
  const format = reference === LISTS.ul ? LevelFormat.BULLET : LevelFormat.DECIMAL;
  return {
    reference,
    levels: Array.from({ length: LIST_LEVELS }, (_, level) => levelOf(level, format, textOf(level))),
  };
}

/** A definition that shows one label, as printed. */
function labelList({ reference, kind, level, label }: LabelList) {
  const format = kind === 'ul' ? LevelFormat.BULLET : LevelFormat.NONE;
  return { reference, levels: [levelOf(level, format, xmlText(label))] };
}

function levelOf(level: number, format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) {
  return {
    level,
    format,
    text,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: (level + 1) * INDENT, hanging: INDENT / 2 } } },
  };
}

/** Characters that XML 1.0 forbids. */
function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ');
}

/** Replaces clock values and random relationship ids in the package, so that the same input gives the same bytes. */
async function settled(bytes: Uint8Array, date: string): Promise<Uint8Array> {
  const names = new Map<string, string>();
  const parts = (await readArchive(bytes)).map(({ name, bytes: content }) => ({
    name,
    text: name.endsWith('.xml') || name.endsWith('.rels') ? new TextDecoder().decode(content) : null,
    content,
  }));
  for (const { name, text } of parts) {
    if (!name.endsWith('.rels') || text === null) continue;
    for (const [, id] of text.matchAll(/ Id="(rId[^"]+)"/g)) {
      if (id !== undefined && !/^rId\d+$/.test(id) && !names.has(id)) names.set(id, `rIdLink${names.size + 1}`);
    }
  }
  return writeArchive(
    parts.map(({ name, text, content }) => {
      if (text === null) return { name, bytes: content };
      const same = text
        .replace(/"(rId[^"]+)"/g, (whole, id: string) => (names.has(id) ? `"${names.get(id)}"` : whole))
        .replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${date}`);
      return { name, bytes: Buffer.from(same, 'utf8') };
    }),
  );
}
