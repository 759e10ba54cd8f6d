/**
 * Judges a redline from outside. The judge opens the bytes anew and reads revisions in its own way: by paragraph marks
 * instead of trees. It shares the XML parser with the product, but no code that writes revisions.
 */
import { openWordPackage, type WordPackage } from '../../../service/ooxml/package.ts';
import { childOf, childrenOf, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { withoutComputedPages, withoutOwnPages } from './generated-parts.ts';
import { danglingReferences } from './references.ts';
import { strictDifferences } from './strict-differences.ts';
import { strictReading, type Reading } from './strict-reading.ts';

const GONE: Record<Reading, ReadonlySet<string>> = {
  accepted: new Set(['w:del', 'w:moveFrom']),
  rejected: new Set(['w:ins', 'w:moveTo']),
};

const OTHER_WORDING = 'a move whose text has another wording at each end';

/** Text characters that are marked, white space left out. */
export interface MarkedCharacters {
  inserted: number;
  deleted: number;
}

/** Texts of the paragraphs of a document in one reading, part by part. */
export interface DocumentTexts {
  readonly body: readonly string[];
  readonly notes: readonly string[];
  readonly headers: readonly string[];
}

/** Reads the texts of a file in one reading. */
export async function textsOf(bytes: Uint8Array, reading: Reading): Promise<DocumentTexts> {
  const opened = await openWordPackage(bytes);
  const body = paragraphTexts(childOf(withoutComputedPages(opened.document), 'w:body'), reading);
  return {
    body: body.paragraphs,
    notes: notesOf(opened, body.notes, reading),
    headers: headersOf(opened, reading),
  };
}

interface Found {
  readonly paragraphs: string[];
  /** References to notes, as kind and id. */
  readonly notes: string[];
}

function paragraphTexts(root: XmlElement | undefined, reading: Reading): Found {
  const found: Found = { paragraphs: [], notes: [] };
  let open = null as string | null;
  const gone = GONE[reading];
  const visit = (node: XmlElement): void => {
    if (gone.has(node.name)) return;
    if (node.name.endsWith('Change') || node.name === 'mc:Fallback') return;
    switch (node.name) {
      case 'w:tr':
      case 'w:tc':
        if (isGoneRowOrCell(node, reading)) return;
        break;
      case 'w:p': {
        // A text box inside a paragraph has paragraphs of its own.
        const outer = open;
        open = outer !== null && !pendingJoin ? '' : (open ?? '');
        pendingJoin = false;
        for (const child of node.children) if (isElement(child)) visit(child);
        const mark = childOf(childOf(node, 'w:pPr'), 'w:rPr');
        if (mark?.children.some((child) => isElement(child) && gone.has(child.name))) {
          pendingJoin = true;
          return;
        }
        found.paragraphs.push(open);
        open = null;
        return;
      }
      case 'w:txbxContent': {
        const inner = paragraphTexts({ ...node, name: 'box' }, reading);
        found.paragraphs.push(...inner.paragraphs);
        return;
      }
      case 'w:pPr':
      case 'w:rPr':
      case 'w:instrText':
      case 'w:delInstrText':
        return;
      case 'w:t':
      case 'w:delText':
      case 'm:t':
        open = (open ?? '') + textOf(node);
        return;
      case 'w:tab':
        open = `${open ?? ''}\t`;
        return;
      case 'w:br':
      case 'w:cr':
        open = `${open ?? ''}\n`;
        return;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        found.notes.push(`${node.name} ${node.attributes.get('w:id') ?? ''}`);
        open = `${open ?? ''}*`;
        return;
      default:
    }
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  let pendingJoin = false;
  if (root !== undefined) for (const child of root.children) if (isElement(child)) visit(child);
  if (open !== null) found.paragraphs.push(open);
  return { paragraphs: found.paragraphs.filter((text) => text !== ''), notes: found.notes };
}

/** Whether a row or cell is not there in a reading, whatever is in it. */
function isGoneRowOrCell(node: XmlElement, reading: Reading): boolean {
  if (node.name === 'w:tc')
    return childOf(childOf(node, 'w:tcPr'), reading === 'accepted' ? 'w:cellDel' : 'w:cellIns') !== undefined;
  if (node.name !== 'w:tr') return false;
  return childrenOf(childOf(node, 'w:trPr')).some(({ name }) => GONE[reading].has(name));
}

function textOf(node: XmlElement): string {
  const text = node.children.filter((child) => typeof child === 'string').join('');
  return node.attributes.get('xml:space') === 'preserve' || node.name === 'm:t'
    ? text
    : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function notesOf(
  { package: archive, mainPart }: WordPackage,
  references: readonly string[],
  reading: Reading,
): string[] {
  return references.flatMap((reference) => {
    const [name = '', id] = reference.split(' ');
    const kind = name.slice(2, -'Reference'.length);
    const part = archive.related(mainPart, `${kind}s`);
    const note = childrenOf(part === undefined ? undefined : archive.tree(part), `w:${kind}`).find(
      (each) => each.attributes.get('w:id') === id,
    );
    return [`${kind}:`, ...paragraphTexts(note, reading).paragraphs];
  });
}

/**
 * Texts of the headers and footers that the document refers to, each text once. The strict reading says which section
 * shows which.
 */
function headersOf({ package: archive, mainPart, document }: WordPackage, reading: Reading): string[] {
  const ids = new Set<string>();
  const collect = (node: XmlElement): void => {
    // A section goes with the mark of its last paragraph.
    const mark = node.name === 'w:p' ? childOf(childOf(node, 'w:pPr'), 'w:rPr') : undefined;
    if (mark?.children.some((child) => isElement(child) && GONE[reading].has(child.name))) return;
    if (node.name === 'w:headerReference' || node.name === 'w:footerReference')
      ids.add(node.attributes.get('r:id') ?? '');
    for (const child of node.children) if (isElement(child)) collect(child);
  };
  collect(document);
  const targets = new Set([...ids].map((id) => archive.relationshipsOf(mainPart).get(id)?.target ?? ''));
  const texts = [...targets].map((target) => {
    const root = target === '' ? undefined : archive.tree(target);
    return root === undefined ? '' : paragraphTexts(withoutOwnPages(root), reading).paragraphs.join('¶');
  });
  return [...new Set(texts)].filter((text) => text !== '').sort();
}

/** Faults of a redline beside its texts: ids given twice, references that lead nowhere, ranges without an end. */
export async function structureFaults(bytes: Uint8Array): Promise<string[]> {
  const opened = await openWordPackage(bytes);
  const faults: string[] = [];
  const revisionIds = new Set<string>();
  const bookmarkNames = new Set<string>();
  const bookmarks = new Map<string, number>();
  const moves = new MoveRanges();
  const relationships = opened.package.relationshipsOf(opened.mainPart);
  const visit = (node: XmlElement, within: string | null): void => {
    const id = node.attributes.get('w:id') ?? '';
    if (
      /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|\w+Change)$/.test(node.name) &&
      node.attributes.has('w:author')
    ) {
      if (revisionIds.has(id)) faults.push(`revision id ${id} twice`);
      revisionIds.add(id);
    }
    if (within !== null && (node.name === 'w:ins' || node.name === 'w:del'))
      faults.push('a revision inside a revision');
    if (within === 'w:r' && (node.name === 'w:ins' || node.name === 'w:del')) faults.push('a revision inside a run');
    if (within === 'w:del' && (node.name === 'w:t' || node.name === 'w:instrText'))
      faults.push(`${node.name} in a deletion`);
    if (within !== 'w:del' && (node.name === 'w:delText' || node.name === 'w:delInstrText'))
      faults.push(`${node.name} outside a deletion`);
    if (node.name === 'w:bookmarkStart') {
      const name = node.attributes.get('w:name') ?? '';
      if (bookmarkNames.has(name)) faults.push('a bookmark name twice');
      bookmarkNames.add(name);
      bookmarks.set(id, (bookmarks.get(id) ?? 0) + 1);
    }
    moves.visit(node);
    if (node.name === 'w:bookmarkEnd') bookmarks.set(id, (bookmarks.get(id) ?? 0) - 1);
    for (const [name, value] of node.attributes)
      if (name.startsWith('r:') && value !== '' && !relationships.has(value))
        faults.push('a relationship that is not there');
    const inside =
      node.name === 'w:txbxContent'
        ? null
        : (node.name === 'w:ins' || node.name === 'w:del') && node.children.length > 0
          ? node.name
          : within;
    for (const child of node.children) if (isElement(child)) visit(child, inside);
  };
  visit(opened.document, null);
  for (const count of bookmarks.values()) if (count !== 0) faults.push('a bookmark without begin or end');
  faults.push(...moves.faults());
  for (const relationship of relationships.values()) {
    if (!relationship.external && relationship.target !== '' && opened.package.part(relationship.target) === undefined)
      faults.push('a part that is missing');
  }
  return [...new Set(faults)];
}

/**
 * The ranges of moves. Each begins and ends, and each name has one place that is left and one that is reached. The moved
 * text is the same in both: an edit in it has a mark of its own.
 */
class MoveRanges {
  /** Side and name of each open range, by id. */
  readonly #open = new Map<string, readonly [side: string, name: string]>();
  readonly #names = new Map<string, string[]>();
  /** Letters at each end, by side and name. */
  readonly #letters = new Map<string, string>();
  readonly #faults: string[] = [];

  visit(node: XmlElement): void {
    const { name, attributes } = node;
    if (name === 'w:moveFrom' || name === 'w:moveTo') this.#text(node, name.slice('w:move'.length));
    const [, side, edge] = /^w:move(From|To)Range(Start|End)$/.exec(name) ?? [];
    if (side === undefined) return;
    const id = attributes.get('w:id') ?? '';
    if (edge === 'Start') {
      if (this.#open.has(id)) this.#faults.push('a range of a move begins twice');
      const move = attributes.get('w:name') ?? '';
      this.#open.set(id, [side, move]);
      this.#names.set(move, [...(this.#names.get(move) ?? []), side]);
    } else if (this.#open.get(id)?.[0] === side) this.#open.delete(id);
    else this.#faults.push('a range of a move ends that never began');
  }

  #text(node: XmlElement, side: string): void {
    for (const [own, name] of this.#open.values()) {
      if (own !== side) continue;
      const key = `${side} ${name}`;
      this.#letters.set(key, (this.#letters.get(key) ?? '') + lettersIn(node));
    }
  }

  faults(): string[] {
    for (const name of this.#names.keys())
      if ((this.#letters.get(`From ${name}`) ?? '') !== (this.#letters.get(`To ${name}`) ?? ''))
        this.#faults.push(OTHER_WORDING);
    if (this.#open.size > 0) this.#faults.push('a range of a move without an end');
    for (const sides of this.#names.values())
      if (sides.sort().join(' ') !== 'From To') this.#faults.push('a move without both of its ends');
    return this.#faults;
  }
}

/** The texts in an element without white space. */
function lettersIn(node: XmlElement): string {
  if (node.name === 'w:t' || node.name === 'w:delText') return textOf(node).replace(/\s/gu, '');
  return childrenOf(node).map(lettersIn).join('');
}

/** Counts the marked characters of the body; moved ones count in both places. */
export async function markedCharacters(bytes: Uint8Array): Promise<MarkedCharacters> {
  const { document } = await openWordPackage(bytes);
  const marked: MarkedCharacters = { inserted: 0, deleted: 0 };
  const visit = (node: XmlElement, within: 'inserted' | 'deleted' | null): void => {
    if (node.name === 'mc:Fallback') return;
    if (within !== null && (node.name === 'w:t' || node.name === 'w:delText'))
      marked[within] += textOf(node).replace(/\s/gu, '').length;
    const inside =
      node.children.length === 0
        ? within
        : GONE.rejected.has(node.name)
          ? 'inserted'
          : GONE.accepted.has(node.name)
            ? 'deleted'
            : within;
    for (const child of node.children) if (isElement(child)) visit(child, inside);
  };
  visit(document, null);
  return marked;
}

/**
 * The comments that a reader sees, in the order of their references. Each has its words, and the text that it is about.
 * A range whose reference is gone belongs to no comment.
 */
export async function commentsSeen(bytes: Uint8Array, reading: Reading): Promise<string[]> {
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const part = archive.related(mainPart, 'comments');
  const said = new Map(
    childrenOf(part === undefined ? undefined : archive.tree(part), 'w:comment').map((comment) => [
      comment.attributes.get('w:id') ?? '',
      paragraphTexts(comment, reading).paragraphs.join('¶'),
    ]),
  );
  let text = '';
  const starts = new Map<string, number>();
  const covered = new Map<string, string>();
  const seen: string[] = [];
  const visit = (node: XmlElement): void => {
    if (GONE[reading].has(node.name) || node.name === 'mc:Fallback' || isGoneRowOrCell(node, reading)) return;
    const id = node.attributes.get('w:id') ?? '';
    if (node.name === 'w:t' || node.name === 'w:delText') text += textOf(node).replace(/\s/gu, '');
    else if (node.name === 'w:commentRangeStart') starts.set(id, text.length);
    else if (node.name === 'w:commentRangeEnd') covered.set(id, text.slice(starts.get(id) ?? text.length));
    else if (node.name === 'w:commentReference') seen.push(id);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(document);
  return seen.map((id) => `${said.get(id) ?? 'nothing'} about ${JSON.stringify(covered.get(id) ?? '')}`);
}

/** The edits that moves of a redline hide: both readings are right, and no mark shows what changed. */
export async function hiddenEdits(bytes: Uint8Array): Promise<string[]> {
  return (await structureFaults(bytes)).filter((fault) => fault === OTHER_WORDING);
}

/**
 * Every breach of an invariant by a redline, in words. It covers texts of either reading, part by part, and faults of
 * structure.
 */
export async function breachesOf(
  original: Uint8Array,
  revised: Uint8Array,
  { bytes, warnings }: { readonly bytes: Uint8Array; readonly warnings: readonly { readonly code: string }[] },
): Promise<string[]> {
  const breaches = [
    ...strictDifferences('reject', await strictReading(bytes, 'rejected'), await strictReading(original, 'accepted')),
    ...strictDifferences('accept', await strictReading(bytes, 'accepted'), await strictReading(revised, 'accepted')),
    ...differences('reject', await textsOf(bytes, 'rejected'), await textsOf(original, 'accepted')),
    ...differences('accept', await textsOf(bytes, 'accepted'), await textsOf(revised, 'accepted')),
  ];
  for (const [reading, input] of [
    ['rejected', original],
    ['accepted', revised],
  ] as const) {
    const [got, wanted] = [await commentsSeen(bytes, reading), await commentsSeen(input, 'accepted')];
    const at = wanted.findIndex((comment, index) => comment !== got[index]);
    if (at >= 0 || got.length > wanted.length)
      breaches.push(`comments ${reading}: ${got[Math.max(0, at)]} instead of ${wanted[Math.max(0, at)]}`);
    // Where a document itself leads nowhere, its redline may as well.
    const [lost, before] = [await danglingReferences(bytes, reading), await danglingReferences(input, 'accepted')];
    if (lost.length > before.length)
      breaches.push(`references ${reading}: ${lost.length} lead nowhere instead of ${before.length}, as ${lost[0]}`);
  }
  // A fault that an input has may come along.
  const inherited = new Set([...(await structureFaults(original)), ...(await structureFaults(revised))]);
  for (const fault of await structureFaults(bytes))
    if (!inherited.has(fault) && fault !== OTHER_WORDING) breaches.push(`structure: ${fault}`);
  for (const { code } of warnings) if (code === 'laws_not_kept') breaches.push(code);
  return breaches;
}

function differences(what: string, got: DocumentTexts, wanted: DocumentTexts): string[] {
  return (['body', 'notes', 'headers'] as const).flatMap((part) => {
    const [a, b] = [got[part].join('¶'), wanted[part].join('¶')];
    if (a === b) return [];
    let at = 0;
    while (a[at] === b[at]) at += 1;
    return [
      `${what} ${part}: …${JSON.stringify(a.slice(Math.max(0, at - 20), at + 40))} instead of …${JSON.stringify(b.slice(Math.max(0, at - 20), at + 40))}`,
    ];
  });
}
