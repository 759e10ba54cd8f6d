/**
 * Pairs of documents from a random script of operations. A document is drawn from the script with a side for each
 * operation. So the original, the revised document and every decided document are drawn the same way, and what the
 * decided document must contain is known without comparing anything.
 */
import type { Side } from '../../shared/document/model.ts';
import { docx, picture, r, tbl, tc, tr, wp } from './docx.ts';

/** A paragraph as it is drawn. */
export interface DrawnParagraph {
  readonly text: string;
  /** Text of a footnote at its end. */
  readonly note?: string;
  /** Name of a picture at its end. The name is also the content of its file. */
  readonly picture?: string;
  readonly comment?: { readonly author: string; readonly text: string; readonly reply?: string };
  /** A field at its end. */
  readonly field?: { readonly instruction: string; readonly result: string };
  /** A link at its end. */
  readonly link?: { readonly href: string; readonly text: string };
  readonly list?: 'bullets' | 'numbers';
  readonly isBold?: boolean;
}

/** A document as it is drawn: paragraphs, tables as rows of cells, and its header. */
export interface DrawnDocument {
  readonly body: readonly (DrawnParagraph | readonly (readonly string[])[])[];
  readonly header: string;
}

/** What an operation does between the original and the revised document. */
export const OPERATIONS = [
  'keep',
  'replace words',
  'insert words',
  'delete words',
  'insert paragraph',
  'delete paragraph',
  'move paragraph',
  'split paragraph',
  'merge paragraphs',
  'insert row',
  'delete row',
  'insert column',
  'delete column',
  'change cell',
  'insert picture',
  'delete picture',
  'replace picture',
  'insert footnote',
  'delete footnote',
  'change footnote',
  'insert comment',
  'delete comment',
  'change comment',
  'insert comment with reply',
  'delete comment with reply',
  'insert reply',
  'change result',
  'change field',
  'change link',
  'change list',
  'change header',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A random script. Operation n has its own words, which contain `wordOf(n)`. */
export interface Script {
  readonly operations: readonly Operation[];
  /** For each operation, sentences of common words. */
  readonly sentences: readonly (readonly [string, string, string])[];
  /** For each operation that moves a paragraph, the operation after which the revised document has it. */
  readonly targets: ReadonlyMap<number, number>;
}

const WORDS =
  'the tenant landlord pays rent fee due within days of notice in writing or shall may repair roof each month'.split(
    ' ',
  );

/** The word that names an operation in its texts. */
export function wordOf(operation: number): string {
  return `c${String(operation).padStart(3, '0')}c`;
}

/** A script of some operations. `random` gives numbers from 0 to 1. */
export function randomScript(random: () => number, length: number): Script {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const sentence = (): string => Array.from({ length: 5 + Math.floor(random() * 5) }, () => pick(WORDS)).join(' ');
  const operations = Array.from({ length }, (_, at): Operation => {
    if (at % 2 === 0) return 'keep';
    const chosen = pick(OPERATIONS);
    return chosen;
  });
  // One header is enough for a document.
  const header = operations.indexOf('change header');
  const settled = operations.map((operation, at) =>
    operation === 'change header' && at !== header ? 'keep' : operation,
  );
  const kept = settled.flatMap((operation, at) => (operation === 'keep' ? [at] : []));
  const targets = new Map<number, number>();
  settled.forEach((operation, at) => {
    if (operation === 'move paragraph') targets.set(at, pick(kept.filter((each) => isClear(settled, at, each))));
  });
  return { operations: settled, sentences: settled.map(() => [sentence(), sentence(), sentence()]), targets };
}

/**
 * Whether the place of a move leaves no doubt: it is far enough that this paragraph moved and not its neighbours, and no
 * paragraph of the original alone stands beside it, before or behind which it could be.
 */
function isClear(operations: readonly Operation[], from: number, to: number): boolean {
  const next = operations[to + 1];
  return Math.abs(from - to) > 4 && next !== 'delete paragraph' && next !== 'move paragraph';
}

/** The document with a side for each operation. */
export function drawn(script: Script, sideOf: (operation: number) => Side): DrawnDocument {
  const body: DrawnDocument['body'][number][] = [];
  const arriving = new Map<number, DrawnParagraph[]>();
  for (const [from, to] of script.targets)
    if (sideOf(from) === 'revised') arriving.set(to, [...(arriving.get(to) ?? []), movedParagraph(script, from)]);
  let header = 'Lease';
  script.operations.forEach((operation, at) => {
    const isRevised = sideOf(at) === 'revised';
    if (operation === 'change header') header = `Lease ${isRevised ? 'new' : 'old'}${wordOf(at)}`;
    body.push(...drawnAt(script, at, isRevised), ...(arriving.get(at) ?? []));
  });
  return { body, header };
}

function movedParagraph({ sentences }: Script, at: number): DrawnParagraph {
  const [a] = sentences[at]!;
  return { text: `${wordOf(at)} ${a} moved${wordOf(at)}` };
}

/** What one operation contributes at its own place. */
function drawnAt(script: Script, at: number, isRevised: boolean): DrawnDocument['body'] {
  const [a, b, c] = script.sentences[at]!;
  const name = wordOf(at);
  const [old, fresh] = [`old${name}`, `new${name}`];
  const own = isRevised ? fresh : old;
  const text = `${name} ${a}`;
  const operation = script.operations[at]!;
  switch (operation) {
    case 'keep':
    case 'change header':
      return [{ text: `${name} ${a} ${b}` }];
    case 'replace words':
      return [{ text: `${text} ${own} ${b} ${own}s ${c}` }];
    case 'insert words':
      return [{ text: `${text} ${isRevised ? `${fresh} ${fresh}s ` : ''}${b}` }];
    case 'delete words':
      return [{ text: `${text} ${isRevised ? '' : `${old} ${old}s `}${b}` }];
    case 'insert paragraph':
      return isRevised ? [{ text: `${fresh} ${a} ${fresh}s` }] : [];
    case 'delete paragraph':
      return isRevised ? [] : [{ text: `${old} ${a} ${old}s` }];
    case 'move paragraph':
      return isRevised ? [] : [movedParagraph(script, at)];
    case 'split paragraph':
      return parted(`${text}.`, `${b} ${name} ${c}.`, isRevised);
    case 'merge paragraphs':
      return parted(`${text}.`, `${b} ${name} ${c}.`, !isRevised);
    case 'insert row':
    case 'delete row':
    case 'insert column':
    case 'delete column':
    case 'change cell':
      return [{ text: `${text} ${c}` }, gridAt(operation, name, isRevised)];
    case 'insert picture':
      return [{ text, ...(isRevised && { picture: fresh }) }];
    case 'delete picture':
      return [{ text, ...(!isRevised && { picture: old }) }];
    case 'replace picture':
      return [{ text, picture: own }];
    case 'insert footnote':
      return [{ text, ...(isRevised && { note: `${fresh} ${b}` }) }];
    case 'delete footnote':
      return [{ text, ...(!isRevised && { note: `${old} ${b}` }) }];
    case 'change footnote':
      return [{ text, note: `${name} ${b} ${own}` }];
    case 'insert comment':
      return [{ text, ...(isRevised && { comment: { author: `Author ${fresh}`, text: `${fresh} ${b}` } }) }];
    case 'delete comment':
      return [{ text, ...(!isRevised && { comment: { author: `Author ${old}`, text: `${old} ${b}` } }) }];
    case 'change comment':
      return [{ text, comment: { author: 'Ada', text: `${own} ${name} ${b} ${own}s` } }];
    case 'insert comment with reply':
    case 'delete comment with reply': {
      const has = operation.startsWith('insert') === isRevised;
      const said = { author: `Author ${own}`, text: `${own} ${b}`, reply: `${own}s ${c}` };
      return [{ text, ...(has && { comment: said }) }];
    }
    case 'insert reply':
      return [{ text, comment: { author: 'Ada', text: `${name} ${b}`, ...(isRevised && { reply: `${fresh} ${c}` }) } }];
    case 'change result':
    case 'change field': {
      const instruction = operation === 'change result' ? 'DOCPROPERTY Term' : `REF ${own} \\h`;
      return [{ text, field: { instruction, result: `${own} of ${name} in ${own}s` } }];
    }
    case 'change link':
      return [{ text, link: { href: `https://example.com/${own}`, text: `${name} of ${own} here` } }];
    case 'change list':
      return [a, b, c].map((item, index) => ({
        text: `${name} ${index} ${item}`,
        list: isRevised ? ('numbers' as const) : ('bullets' as const),
      }));
  }
}

function parted(first: string, second: string, isParted: boolean): readonly DrawnParagraph[] {
  return isParted ? [{ text: first }, { text: second }] : [{ text: `${first} ${second}` }];
}

function gridAt(operation: Operation, name: string, isRevised: boolean): readonly (readonly string[])[] {
  const grid = [0, 1, 2].map((row) => [0, 1, 2].map((column) => `${name} cell ${row} ${column}`));
  const has = operation.startsWith('insert') === isRevised;
  const own = `${isRevised ? 'new' : 'old'}${name}`;
  if (operation === 'change cell')
    return grid.map((row, at) => (at === 1 ? [row[0]!, `${row[1]} ${own}`, row[2]!] : row));
  if (!has) return grid;
  if (operation.endsWith('row')) return [...grid.slice(0, 2), [`${own} a`, `${own} b`, `${own} c`], ...grid.slice(2)];
  return grid.map((row, at) => [...row.slice(0, 2), `${own} ${at}`, ...row.slice(2)]);
}

/** The bytes of a file of this name. */
function pictureOf(name: string): Uint8Array {
  return new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new TextEncoder().encode(name)]);
}

/** A DOCX of a drawn document. */
export function docxOf({ body, header }: DrawnDocument): Uint8Array {
  const notes: string[] = [];
  const comments: string[] = [];
  const threads: [comment: number, reply: number][] = [];
  const images: Record<string, Uint8Array> = {};
  const links: Record<string, string> = {};
  /** A comment with these words. Returns its id. */
  const commented = (author: string, words: string): number => {
    const id = comments.length;
    comments.push(
      `<w:comment w:id="${id}" w:author="${author}" w:date="2026-01-01T00:00:00Z"><w:p w14:paraId="${paragraphId(id)}">${r(words)}</w:p></w:comment>`,
    );
    return id;
  };
  const paragraph = (drawn: DrawnParagraph): string => {
    const { text, note, picture: name, comment, field, link, list } = drawn;
    let content = r(text);
    if (comment !== undefined) {
      const { author, text: said, reply } = comment;
      const ids = [said, ...(reply === undefined ? [] : [reply])].map((words) => commented(author, words));
      if (ids.length > 1) threads.push([ids[0]!, ids[1]!]);
      const starts = ids.map((id) => `<w:commentRangeStart w:id="${id}"/>`).join('');
      const ends = ids.map((id) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`);
      content = starts + content + ends.join('');
    }
    if (name !== undefined) {
      images[name] = pictureOf(name);
      content += picture(name, 914_400, 914_400, name);
    }
    if (note !== undefined) {
      notes.push(`<w:footnote w:id="${notes.length + 1}">${wp(note)}</w:footnote>`);
      content += `<w:r><w:footnoteReference w:id="${notes.length}"/></w:r>`;
    }
    if (field !== undefined)
      content +=
        `${r(' ')}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${field.instruction} </w:instrText></w:r>` +
        `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(field.result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    if (link !== undefined) {
      const id = `link${Object.keys(links).length}`;
      links[id] = link.href;
      content += `${r(' ')}<w:hyperlink r:id="${id}">${r(link.text)}</w:hyperlink>`;
    }
    const numbered = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list === 'numbers' ? 2 : 1}"/></w:numPr>`;
    return wp(content, list === undefined ? '' : numbered);
  };
  const content = body
    .map((item) => ('text' in item ? paragraph(item) : tbl(...item.map((row) => tr(row.map((cell) => tc(cell)))))))
    .join('');
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>';
  return docx(content + section, {
    ...{ headers: { h1: wp(header) }, images, links, numbering: NUMBERING },
    ...(notes.length > 0 && { footnotes: notes.join('') }),
    ...(comments.length > 0 && { comments: comments.join('') }),
    ...(threads.length > 0 && { commentsExtended: threadsOf(threads, comments.length) }),
  });
}

/** The id of the paragraph of a comment, in eight hexadecimal digits. */
function paragraphId(comment: number): string {
  return (comment + 1).toString(16).toUpperCase().padStart(8, '0');
}

function threadsOf(threads: readonly (readonly [comment: number, reply: number])[], count: number): string {
  const parents = new Map(threads.map(([comment, reply]) => [reply, comment]));
  return Array.from({ length: count }, (_, id) => {
    const parent = parents.get(id);
    const of = parent === undefined ? '' : ` w15:paraIdParent="${paragraphId(parent)}"`;
    return `<w15:commentEx w15:paraId="${paragraphId(id)}"${of} w15:done="0"/>`;
  }).join('');
}

const NUMBERING = (['bullet', 'decimal'] as const)
  .map(
    (format, at) =>
      `<w:abstractNum w:abstractNumId="${at + 1}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${at === 0 ? '•' : '%1.'}"/></w:lvl></w:abstractNum>`,
  )
  .concat([1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`))
  .join('');
