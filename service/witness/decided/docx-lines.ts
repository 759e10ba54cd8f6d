/**
 * The text of a DOCX, a line a paragraph, with its revisions accepted or rejected. This reading shares nothing with the
 * reader of documents and the writer of redlines, so that a fault of theirs is seen.
 */
import type { Include } from '../../../shared/api/include.ts';
import { PICTURE, type Side } from '../../../shared/document/model.ts';
import type { DocxParts } from './docx-parts.ts';
import { allText, elementOf, elementsOf, findAll, type Node } from './read-xml.ts';

/** Content that one side does not have (ECMA-376 part 1, 17.13.5). */
const GONE: Readonly<Record<Side, ReadonlySet<string>>> = {
  revised: new Set(['w:del', 'w:moveFrom']),
  original: new Set(['w:ins', 'w:moveTo']),
};
/** Marks of cells. */
const CELL_GONE: Readonly<Record<Side, string>> = { revised: 'w:cellDel', original: 'w:cellIns' };
/** Prefixes of alternate content that Word reads. */
const UNDERSTOOD = /^(?:wps|wpg|wpc|wp14|w14|w15|w16|w16se|a14|v)$/u;
/** The sign of a reference to a note. */
const NOTE_SIGN = '*';
const SEPARATOR = /separator|notice/iu;

/** The lines of one side: of the body, and of each note, header, footer and comment. */
export interface DocxLines {
  readonly main: readonly string[];
  readonly stories: readonly (readonly string[])[];
}

/**
 * Reads one side. Its stories are the notes, the included headers and footers, and the included comments with their
 * authors. Empty lines are left out. A picture is its sign and digest, if pictures are included.
 *
 * @throws Error if a part cannot be read
 */
export function docxLines(parts: DocxParts, side: Side, include: readonly Include[]): DocxLines {
  const reader = new LineReader(parts, side, include.includes('pictures'));
  const body = elementOf(parts.tree(parts.main), 'w:body');
  reader.story(body, parts.main);
  const main = reader.taken();
  const stories = [...reader.notes('footnote'), ...reader.notes('endnote')];
  for (const { name, root } of pageStories(parts, body, include)) {
    reader.story(root, name);
    stories.push(reader.taken());
  }
  if (include.includes('comments')) for (const comment of reader.comments()) stories.push(comment);
  return { main, stories: stories.filter((lines) => lines.length > 0) };
}

/** Number of marks of revisions in the parts with text. */
export function countRevisions(parts: DocxParts): number {
  const names = new Set([parts.main]);
  for (const { type, part } of parts.targets(parts.main).values())
    if (/\/(?:footnotes|endnotes|comments|header|footer)$/u.test(type)) names.add(part);
  let count = 0;
  for (const name of names) count += marksIn(parts.tree(name));
  return count;
}

const MARK =
  /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+PrChange|\w+PrExChange|tblGridChange)$/u;

function marksIn(node: Node | undefined): number {
  let count = 0;
  for (const child of elementsOf(node)) count += (MARK.test(child.name) ? 1 : 0) + marksIn(child);
  return count;
}

/** The headers and footers that sections show, as the comparison lists them. */
function pageStories(
  parts: DocxParts,
  body: Node | undefined,
  include: readonly Include[],
): { name: string; root: Node }[] {
  const settings = parts.related('settings')?.root;
  const showsEven = isOn(elementOf(settings, 'w:evenAndOddHeaders'));
  const targets = parts.targets(parts.main);
  const found: { name: string; root: Node }[] = [];
  for (const section of body === undefined ? [] : findAll(body, 'w:sectPr')) {
    for (const kind of ['header', 'footer'] as const) {
      if (!include.includes(`${kind}s`)) continue;
      for (const { attributes } of elementsOf(section, `w:${kind}Reference`)) {
        const type = attributes.get('w:type') ?? 'default';
        if (type === 'even' && !showsEven) continue;
        if (type === 'first' && !isOn(elementOf(section, 'w:titlePg'))) continue;
        const name = targets.get(attributes.get('r:id') ?? '')?.part;
        const root = name === undefined ? undefined : parts.tree(name);
        if (name !== undefined && root !== undefined) found.push({ name, root });
      }
    }
  }
  return found;
}

function isOn(toggle: Node | undefined): boolean {
  return toggle !== undefined && !/^(?:0|false|off)$/u.test(toggle.attributes.get('w:val') ?? 'true');
}

class LineReader {
  #lines: string[] = [];
  readonly #parts: DocxParts;
  readonly #side: Side;
  readonly #withPictures: boolean;
  readonly #references: { readonly kind: 'footnote' | 'endnote'; readonly id: string }[] = [];
  readonly #commented = new Set<string>();
  /** Text of the paragraph being read; it goes on over paragraphs whose end is removed. */
  #line = '';
  /** Text boxes of the paragraph being read. They follow it. */
  #boxes: Node[] = [];
  /** For each open field, whether its result has begun. */
  #fields: boolean[] = [];
  #part = '';

  constructor(parts: DocxParts, side: Side, withPictures: boolean) {
    this.#parts = parts;
    this.#side = side;
    this.#withPictures = withPictures;
  }

  story(root: Node | undefined, part: string): void {
    this.#part = part;
    this.#fields = [];
    if (root !== undefined) this.#container(root);
  }

  /** The notes with references, in the order of these. A note may refer to another one. */
  notes(kind: 'footnote' | 'endnote'): string[][] {
    const related = this.#parts.related(`${kind}s`);
    if (related === undefined) return [];
    const read: string[][] = [];
    const notes = new Map<string, Node>();
    for (const note of elementsOf(related.root, `w:${kind}`)) {
      const id = note.attributes.get('w:id') ?? '';
      if (!SEPARATOR.test(note.attributes.get('w:type') ?? '') && !notes.has(id)) notes.set(id, note);
    }
    const listed = new Set<string>();
    for (let at = 0; at < this.#references.length; at += 1) {
      const reference = this.#references[at]!;
      if (reference.kind !== kind || listed.has(reference.id)) continue;
      listed.add(reference.id);
      this.story(notes.get(reference.id), related.name);
      read.push(this.taken());
    }
    return read;
  }

  /** The lines since the last call. */
  taken(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /** The comments with references, each after its author. */
  comments(): string[][] {
    const related = this.#parts.related('comments');
    if (related === undefined) return [];
    const read: string[][] = [];
    const comments = new Map(
      elementsOf(related.root, 'w:comment').map((comment) => [comment.attributes.get('w:id') ?? '', comment]),
    );
    for (const id of this.#commented) {
      const comment = comments.get(id);
      if (comment === undefined) continue;
      this.#push(comment.attributes.get('w:author') ?? '');
      this.story(comment, related.name);
      read.push(this.taken());
    }
    return read;
  }

  /** Reads paragraphs and tables. No paragraph goes on beyond its container. */
  #container(node: Node): void {
    this.#blocks(node);
    this.#endLine();
  }

  #blocks(node: Node): void {
    for (const child of chosen(node)) {
      if (GONE[this.#side].has(child.name)) continue;
      switch (child.name) {
        case 'w:p':
          this.#paragraph(child);
          break;
        case 'w:tbl':
          this.#endLine();
          this.#table(child);
          break;
        case 'w:sdt':
        case 'w:sdtContent':
        case 'w:customXml':
        case 'w:smartTag':
        case 'w:ins':
        case 'w:moveTo':
        case 'w:del':
        case 'w:moveFrom':
          this.#blocks(child);
          break;
        default:
      }
    }
  }

  #paragraph(node: Node): void {
    this.#inlines(node);
    const mark = elementOf(elementOf(node, 'w:pPr'), 'w:rPr');
    if (!elementsOf(mark).some(({ name }) => GONE[this.#side].has(name))) this.#endLine();
  }

  #table(node: Node): void {
    for (const child of chosen(node)) {
      if (/^w:(?:sdt|sdtContent|customXml|ins|del|moveTo|moveFrom)$/u.test(child.name)) {
        if (!GONE[this.#side].has(child.name)) this.#table(child);
      } else if (child.name === 'w:tr' && !isGone(elementOf(child, 'w:trPr'), GONE[this.#side])) this.#row(child);
    }
  }

  #row(node: Node): void {
    for (const child of chosen(node)) {
      if (/^w:(?:sdt|sdtContent|customXml)$/u.test(child.name)) this.#row(child);
      else if (child.name === 'w:tc' && elementOf(elementOf(child, 'w:tcPr'), CELL_GONE[this.#side]) === undefined)
        this.#container(child);
    }
  }

  #inlines(node: Node): void {
    for (const child of chosen(node)) {
      if (GONE[this.#side].has(child.name)) continue;
      if (child.name === 'w:r') this.#run(child);
      else if (/^m:oMath(?:Para)?$/u.test(child.name)) this.#add(findAll(child, 'm:t').map(allText).join(''));
      else if (!/Pr$/u.test(child.name)) this.#inlines(child);
    }
  }

  #run(node: Node): void {
    for (const child of chosen(node)) {
      if (child.name === 'w:fldChar') this.#field(child.attributes.get('w:fldCharType'));
      else if (this.#fields.every((hasResult) => hasResult)) this.#content(child);
    }
  }

  #field(type: string | undefined): void {
    if (type === 'begin') this.#fields.push(false);
    else if (type === 'separate') this.#fields[this.#fields.length - 1] = true;
    else if (type === 'end') this.#fields.pop();
  }

  #content(node: Node): void {
    switch (node.name) {
      case 'w:t':
      case 'w:delText':
        this.#add(allText(node));
        break;
      case 'w:tab':
      case 'w:ptab':
      case 'w:br':
      case 'w:cr':
        this.#add(' ');
        break;
      case 'w:noBreakHyphen':
        this.#add('\u2011');
        break;
      case 'w:sym':
        this.#add(symbolOf(node.attributes.get('w:char') ?? ''));
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#noteReference(node);
        break;
      case 'w:commentReference':
        this.#commented.add(node.attributes.get('w:id') ?? '');
        break;
      case 'w:ruby':
        this.#inlines(elementOf(node, 'w:rubyBase') ?? node);
        this.#add('(');
        for (const reading of elementsOf(node, 'w:rt')) this.#inlines(reading);
        this.#add(')');
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        this.#drawing(node);
        break;
      default:
    }
  }

  #noteReference(node: Node): void {
    const kind = node.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    this.#references.push({ kind, id: node.attributes.get('w:id') ?? '' });
    if (!/^(?:1|true|on)$/u.test(node.attributes.get('w:customMarkFollows') ?? '0')) this.#add(NOTE_SIGN);
  }

  #drawing(node: Node): void {
    for (const child of chosen(node)) {
      if (child.name === 'w:txbxContent') this.#boxes.push(child);
      else {
        if (this.#withPictures && /^(?:a:blip|v:imagedata)$/u.test(child.name)) this.#picture(child);
        this.#drawing(child);
      }
    }
  }

  #picture({ attributes }: Node): void {
    const id = attributes.get('r:embed') ?? attributes.get('r:id') ?? '';
    const part = this.#parts.targets(this.#part).get(id)?.part;
    const digest = part === undefined ? undefined : this.#parts.digest(part);
    this.#add(` ${PICTURE}${digest ?? ''} `);
  }

  #add(text: string): void {
    this.#line += text;
  }

  #push(line: string): void {
    if (line.trim() !== '') this.#lines.push(line);
  }

  #endLine(): void {
    const [line, boxes, fields] = [this.#line, this.#boxes, this.#fields];
    [this.#line, this.#boxes] = ['', []];
    this.#push(line);
    if (boxes.length === 0) return;
    this.#fields = [];
    for (const box of boxes) this.#container(box);
    this.#fields = fields;
  }
}

function isGone(properties: Node | undefined, gone: ReadonlySet<string>): boolean {
  return elementsOf(properties).some(({ name }) => gone.has(name));
}

/** The child elements; of alternate content, those of the choice that Word takes. */
function chosen(node: Node): Node[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name !== 'mc:AlternateContent') return [child];
    const choice = elementsOf(child, 'mc:Choice').find(({ attributes }) => isUnderstood(attributes.get('Requires')));
    const taken = choice ?? elementOf(child, 'mc:Fallback');
    return taken === undefined ? [] : chosen(taken);
  });
}

function isUnderstood(requires = ''): boolean {
  const prefixes = requires.split(' ').filter((prefix) => prefix !== '');
  return prefixes.length > 0 && prefixes.every((prefix) => UNDERSTOOD.test(prefix));
}

function symbolOf(code: string): string {
  const point = /^[0-9a-f]{1,6}$/iu.test(code) ? Number.parseInt(code, 16) : -1;
  return point < 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '' : String.fromCodePoint(point);
}
