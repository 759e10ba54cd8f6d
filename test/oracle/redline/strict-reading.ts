/**
 * The whole of a DOCX in one reading, as lines that can be compared. It has blocks in order with their properties,
 * runs, lists by their definition, and notes. It has headers and footers section by section, and pictures and links by
 * their targets.
 *
 * It is written for judging and shares only the XML parser with the product. Revisions are decided during a walk that
 * writes down each paragraph at its mark, instead of by building trees. It is one class of over 400 lines, because its
 * methods call each other at every level of a document. For example, a text box holds blocks again.
 */
import { createHash } from 'node:crypto';
import { openWordPackage, type WordPackage } from '../../../service/ooxml/package.ts';
import {
  childOf,
  childrenOf,
  isElement,
  valueOf,
  type XmlElement,
  type XmlNode,
} from '../../../service/ooxml/xml-tree.ts';
import { complexField } from './complex-field.ts';
import { FORMAT, NO_IDS, SAVE_ID } from './counted-names.ts';
import { withNumberedAnchors, withoutComputedPages, withoutOwnPages } from './generated-parts.ts';
import { withLinkElements } from './link-forms.ts';
import { Lists } from './list-names.ts';
import { lettersOf, seenProperties } from './seen-properties.ts';
import { StoryLines, type Holder } from './story-lines.ts';

/** Which reading of a tracked document. */
export type Reading = 'accepted' | 'rejected';

/** Lines of the parts of a document. */
export interface StrictReading {
  readonly body: readonly string[];
  readonly notes: readonly string[];
  /** What each section shows, the ones that it takes over from the section before included. */
  readonly headers: readonly string[];
}

const GONE: Record<Reading, ReadonlySet<string>> = {
  accepted: new Set(['w:del', 'w:moveFrom']),
  rejected: new Set(['w:ins', 'w:moveTo']),
};
const MARKS: ReadonlySet<string> = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo', 'w:cellIns', 'w:cellDel']);
const POSITION = /^w:(?:(?:bookmark|commentRange|perm)(?:Start|End)|proofErr|lastRenderedPageBreak)$/;
const RANGE = /^w:(?:customXml(?:Ins|Del|MoveFrom|MoveTo)|moveFrom|moveTo)Range(?:Start|End)$/;
const INLINE_CONTAINER = /^w:(?:hyperlink|smartTag|customXml|sdt|fldSimple|dir|bdo)$/;
/** Ids that only have to be different from each other. */
const COUNTED = /^(?:wp:docPr|(?:pic|wps|wpg|a):cNvPr)$/;
/** Elements of drawings, and their attributes that hold words. */
const DRAWING = /^(?:a|wp|pic|wps|wpg):/;
const WORDS = /^(?:name|descr|title)$/;
const NOTE = /^w:(footnote|endnote)Reference$/;
/** What deleted text is called, wherever it stands. */
const PLAIN: Readonly<Record<string, string>> = { 'w:delText': 'w:t', 'w:delInstrText': 'w:instrText' };

/** Reads a file strictly. */
export async function strictReading(bytes: Uint8Array, reading: Reading): Promise<StrictReading> {
  const read = await openWordPackage(bytes);
  const opened = { ...read, document: withoutComputedPages(read.document) };
  const reader = new StrictReader(opened, reading);
  const body = reader.story(opened.mainPart, childOf(opened.document, 'w:body')?.children ?? [], 'body');
  // Notes in the order in which the body refers to them; reading one never finds another.
  const notes = reader.notes.splice(0).flatMap(([kind, id]) => reader.note(kind, id));
  return {
    body: withNumberedAnchors(body.map(withLinkElements)),
    notes: notes.map(withLinkElements),
    headers: reader.sections.flatMap((section, index) => reader.headersOf(section, index)).map(withLinkElements),
  };
}

class StrictReader {
  readonly notes: [string, string][] = [];
  readonly sections: XmlElement[] = [];
  readonly #opened: WordPackage;
  readonly #reading: Reading;
  readonly #lists: Lists;
  readonly #styleNames = new Map<string, string>();
  readonly #hashes = new Map<string, string>();
  /** Headers and footers that a section without its own takes over. */
  readonly #inherited = new Map<string, string>();
  #part = '';

  constructor(opened: WordPackage, reading: Reading) {
    this.#opened = opened;
    this.#reading = reading;
    const numbering = opened.package.related(opened.mainPart, 'numbering');
    this.#lists = new Lists(numbering === undefined ? undefined : opened.package.tree(numbering), (id) => {
      const relationship = opened.package.relationshipsOf(numbering ?? '').get(id);
      return relationship === undefined ? 'missing' : this.#hash(relationship.target, 0);
    });
    const styles = opened.package.related(opened.mainPart, 'styles');
    for (const style of childrenOf(styles === undefined ? undefined : opened.package.tree(styles), 'w:style'))
      this.#styleNames.set(
        style.attributes.get('w:styleId') ?? '',
        (valueOf(style, 'w:name') ?? '').toLowerCase().replaceAll(' ', ''),
      );
  }

  /** Lines of a story. `holder`: a cell, a note and the like end with a paragraph, a body with one after a table. */
  story(part: string, children: readonly XmlNode[], holder: Holder): string[] {
    const outer = this.#part;
    this.#part = part;
    const lines = new StoryLines(holder);
    this.#blocks(children, lines, { gone: new Set() });
    this.#part = outer;
    return lines.finish();
  }

  note(kind: string, id: string): string[] {
    const part = this.#opened.package.related(this.#opened.mainPart, `${kind}s`) ?? '';
    const note = childrenOf(this.#opened.package.tree(part), `w:${kind}`).find(
      (each) => each.attributes.get('w:id') === id,
    );
    const lines = this.story(part, note?.children ?? [], 'cell');
    // A note without a paragraph, which the format does not allow, is as good as one with an empty one.
    return [`${kind}${note === undefined ? ' MISSING' : ''}`, ...(lines.join() === 'P {||}' ? [] : lines)];
  }

  /** What a section shows in its headers and footers; empty ones are as good as none. */
  headersOf(section: XmlElement, index: number): string[] {
    const relationships = this.#opened.package.relationshipsOf(this.#opened.mainPart);
    for (const child of childrenOf(section)) {
      const kind = /^w:(header|footer)Reference$/.exec(child.name)?.[1];
      const target = relationships.get(child.attributes.get('r:id') ?? '')?.target;
      if (kind !== undefined && target !== undefined)
        this.#inherited.set(`${kind} ${child.attributes.get('w:type') ?? 'default'}`, target);
    }
    return [...this.#inherited].sort().flatMap(([key, part]) => {
      const root = this.#opened.package.tree(part);
      const lines = this.story(part, root === undefined ? [] : withoutOwnPages(root).children, 'cell');
      const isBlank = lines.every((line) => /^P\S* ?\{.*\}$/s.test(line) && !line.includes(' «'));
      return isBlank ? [] : lines.map((line) => `${index} ${key}: ${line}`);
    });
  }

  #isGone(properties: XmlElement | undefined, marks: ReadonlySet<string> = GONE[this.#reading]): boolean {
    return properties?.children.some((child) => isElement(child) && marks.has(child.name)) ?? false;
  }

  #blocks(children: readonly XmlNode[], lines: StoryLines, ranges: Ranges): void {
    for (const node of children) {
      if (!isElement(node)) continue;
      const { name } = node;
      if (RANGE.test(name)) this.#range(node, ranges);
      else if (GONE[this.#reading].has(name)) this.#passRanges(node, ranges);
      else if (MARKS.has(name)) this.#blocks(node.children, lines, ranges);
      else if (name === 'w:p') this.#paragraph(node, lines, ranges);
      else if (name === 'w:tbl') this.#table(node, lines, ranges);
      else if (name === 'w:sectPr') {
        this.sections.push(node);
        // One that states nothing is as good as none.
        const form = this.#section(node);
        if (form !== '') lines.other(`SECTION ${form}`);
      } else if (name === 'w:sdt' || name === 'w:customXml') {
        const inner = name === 'w:sdt' ? (childOf(node, 'w:sdtContent')?.children ?? []) : node.children;
        if (ranges.gone.size > 0) this.#blocks(inner, lines, ranges);
        else {
          const box = new StoryLines('control');
          this.#blocks(
            inner.filter((child) => !isElement(child, 'w:customXmlPr')),
            box,
            ranges,
          );
          if (box.finish().length > 0 || inner.length === 0) lines.control(this.#controlForm(node), box);
        }
      } else if (!POSITION.test(name)) lines.other(`OTHER ${this.#string(node)}`);
    }
  }

  #range({ name, attributes }: XmlElement, { gone }: Ranges): void {
    const found = /^w:customXml(Ins|Del|MoveFrom|MoveTo)Range(Start|End)$/.exec(name);
    if (found === null) return;
    const id = `${found[1]} ${attributes.get('w:id') ?? ''}`;
    const vanishes = this.#reading === 'accepted' ? /Del|MoveFrom/ : /Ins|MoveTo/;
    if (found[2] === 'End') gone.delete(id);
    else if (vanishes.test(found[1]!)) gone.add(id);
  }

  #passRanges(node: XmlElement, ranges: Ranges): void {
    for (const child of childrenOf(node)) {
      this.#range(child, ranges);
      this.#passRanges(child, ranges);
    }
  }

  #paragraph(node: XmlElement, lines: StoryLines, ranges: Ranges): void {
    const properties = childOf(node, 'w:pPr');
    const section = childOf(properties, 'w:sectPr');
    this.#inline(node.children, lines, ranges);
    const isGone = this.#isGone(childOf(properties, 'w:rPr'));
    if (section !== undefined && !isGone) this.sections.push(section);
    const own = this.#changed(properties, 'w:pPr', new Set(['w:rPr', 'w:sectPr']));
    const form = (): string =>
      [
        this.#list(own.filter(({ name }) => name !== 'w:rPr' && name !== 'w:sectPr')),
        this.#letterForm(childOf(properties, 'w:rPr'), ''),
        section === undefined ? '' : `§${this.#section(section)}`,
      ].join('|');
    lines.mark(form, isGone);
  }

  #table(node: XmlElement, lines: StoryLines, ranges: Ranges): void {
    const rows = this.#rows(node.children, ranges);
    if (rows.length === 0) return;
    const grid = this.#changed(childOf(node, 'w:tblGrid'), 'w:tblGrid', new Set());
    lines.other(`TABLE ${this.#properties(childOf(node, 'w:tblPr'))} ${this.#list(grid)}`, ...rows, 'END');
  }

  #rows(children: readonly XmlNode[], ranges: Ranges): string[] {
    return children.flatMap((node): string[] => {
      if (!isElement(node)) return [];
      if (RANGE.test(node.name)) this.#range(node, ranges);
      if (node.name === 'w:sdt' || node.name === 'w:customXml') {
        const isGone = ranges.gone.size > 0;
        const rows = this.#rows(
          node.name === 'w:sdt' ? (childOf(node, 'w:sdtContent')?.children ?? []) : node.children,
          ranges,
        );
        return isGone || rows.length === 0 ? rows : [`CONTROL ${this.#controlForm(node)}`, ...rows, 'END'];
      }
      if (node.name !== 'w:tr' || this.#isGone(childOf(node, 'w:trPr'))) return [];
      const cells = this.#cells(node.children, ranges);
      if (cells.length === 0) return [];
      return [
        `ROW ${this.#properties(childOf(node, 'w:trPr'))} ${this.#properties(childOf(node, 'w:tblPrEx'))}`,
        ...cells,
      ];
    });
  }

  #cells(children: readonly XmlNode[], ranges: Ranges): string[] {
    const vanishes = new Set([this.#reading === 'accepted' ? 'w:cellDel' : 'w:cellIns']);
    return children.flatMap((node): string[] => {
      if (!isElement(node)) return [];
      if (RANGE.test(node.name)) this.#range(node, ranges);
      if (node.name === 'w:sdt' || node.name === 'w:customXml') {
        const isGone = ranges.gone.size > 0;
        const cells = this.#cells(
          node.name === 'w:sdt' ? (childOf(node, 'w:sdtContent')?.children ?? []) : node.children,
          ranges,
        );
        return isGone || cells.length === 0 ? cells : [`CONTROL ${this.#controlForm(node)}`, ...cells, 'END'];
      }
      if (node.name !== 'w:tc') return [];
      const properties = childOf(node, 'w:tcPr');
      if (this.#isGone(properties, vanishes)) return [];
      const lines = new StoryLines('cell');
      this.#blocks(
        node.children.filter((child) => child !== properties),
        lines,
        ranges,
      );
      return [`CELL ${this.#properties(properties)}`, ...lines.finish()];
    });
  }

  #inline(children: readonly XmlNode[], lines: StoryLines, ranges: Ranges): void {
    for (const node of children) {
      if (!isElement(node) || node.name === 'w:pPr' || POSITION.test(node.name)) continue;
      const { name } = node;
      if (RANGE.test(name)) this.#range(node, ranges);
      else if (GONE[this.#reading].has(name)) this.#passRanges(node, ranges);
      else if (MARKS.has(name)) this.#inline(node.children, lines, ranges);
      else if (name === 'w:r') this.#run(node, lines);
      else if (INLINE_CONTAINER.test(name)) this.#inlineContainer(node, lines, ranges);
      else if (/^m:oMath(?:Para)?$/.test(name)) {
        const text = this.#string(node);
        if (/<(?:m:r|w:r)[ >]/.test(text)) lines.put('', text);
      } else lines.put('', this.#string(node));
    }
  }

  #inlineContainer(node: XmlElement, lines: StoryLines, ranges: Ranges): void {
    const inner =
      node.name === 'w:sdt'
        ? (childOf(node, 'w:sdtContent')?.children ?? [])
        : node.children.filter((child) => !isElement(child) || !child.name.endsWith('Pr'));
    if ((node.name === 'w:sdt' || node.name === 'w:customXml') && ranges.gone.size > 0) {
      this.#inline(inner, lines, ranges);
      return;
    }
    if (node.name === 'w:fldSimple') {
      const { before, after } = complexField(node);
      const results = inner.filter((child) => !isElement(child, 'w:fldData'));
      lines.field(
        () => this.#run(before, lines),
        () => this.#inline(results, lines, ranges),
        () => this.#run(after, lines),
        results.length > 0,
      );
      return;
    }
    lines.open(this.#controlForm(node));
    this.#inline(inner, lines, ranges);
    lines.close();
  }

  #run(run: XmlElement, lines: StoryLines): void {
    const form = this.#letterForm(childOf(run, 'w:rPr'), lettersOf(run));
    for (const child of childrenOf(run)) {
      const { name } = child;
      if (name === 'w:rPr' || POSITION.test(name)) continue;
      if (name === 'w:t' || name === 'w:delText') lines.put(form, JSON.stringify(textOf(child)).slice(1, -1));
      else if (name === 'w:instrText' || name === 'w:delInstrText')
        // White space around an instruction says nothing, and a simple field has its own.
        lines.put(form, `<instruction ${JSON.stringify(textOf(child).trim())}>`);
      else {
        const note = NOTE.exec(name);
        if (note !== null) this.notes.push([note[1]!, child.attributes.get('w:id') ?? '']);
        lines.put(form, this.#string(child));
      }
    }
  }

  /** What makes a container the one it is. */
  #controlForm(node: XmlElement): string {
    const own = childrenOf(node).filter(({ name }) => name === 'w:sdtEndPr' || name.endsWith('Pr'));
    return `${this.#string({ ...node, children: [] })}${this.#list(own)}`;
  }

  /** A property list of this reading. */
  #properties(node: XmlElement | undefined): string {
    return node === undefined ? '' : this.#list(this.#changed(node, node.name, new Set()));
  }

  /** The properties of this reading that some letters show. */
  #letterForm(node: XmlElement | undefined, letters: string): string {
    return node === undefined ? '' : this.#list(seenProperties(this.#changed(node, node.name, new Set()), letters));
  }

  #section(section: XmlElement): string {
    return this.#list(
      this.#changed(section, 'w:sectPr', new Set()).filter(({ name }) => !/^w:(?:header|footer)Reference$/.test(name)),
    );
  }

  /** Children of a property list before or after its change, without marks. `kept`: what the former list does not state. */
  #changed(node: XmlElement | undefined, name: string, kept: ReadonlySet<string>): XmlElement[] {
    const change = childOf(node, `${name}Change`);
    const stands = childrenOf(node).filter((child) => child !== change && !MARKS.has(child.name));
    if (change === undefined || this.#reading === 'accepted') return this.#numbered(stands);
    return this.#numbered([...childrenOf(childOf(change, name)), ...stands.filter((child) => kept.has(child.name))]);
  }

  /** Numbering that was inserted is not there before, and a tracked merge of cells is the merge of this reading. */
  #numbered(children: readonly XmlElement[]): XmlElement[] {
    return children.flatMap((child): XmlElement[] => {
      if (child.name === 'w:numPr' && this.#reading === 'rejected' && childOf(child, 'w:ins') !== undefined) return [];
      if (child.name !== 'w:cellMerge') return [child];
      const merge = child.attributes.get(this.#reading === 'accepted' ? 'w:vMerge' : 'w:vMergeOrig');
      const attributes = new Map(merge === 'rest' ? [['w:val', 'restart']] : []);
      return merge === undefined ? [] : [{ name: 'w:vMerge', attributes, children: [] }];
    });
  }

  /** Properties say the same in any order. */
  #list(children: readonly XmlElement[]): string {
    return children
      .map((child) => this.#string(child))
      .sort()
      .join('');
  }

  #string(node: XmlElement): string {
    const { name } = node;
    if (POSITION.test(name) || RANGE.test(name) || NO_IDS.has(name) || /^w:\w+Change$/.test(name)) return '';
    if (GONE[this.#reading].has(name)) return '';
    if (name === 'w:txbxContent') {
      const lines = new StoryLines('cell');
      this.#blocks(node.children, lines, { gone: new Set() });
      return `<box>${lines.finish().join('¶')}</box>`;
    }
    if (name === 'w:numPr')
      return `<list ${valueOf(node, 'w:ilvl') ?? '0'} ${this.#lists.nameOf(valueOf(node, 'w:numId') ?? '0')}>`;
    const inside = MARKS.has(name)
      ? (text: string): string => text
      : (text: string): string => {
          const attributes = [...node.attributes]
            .filter(([key]) => !SAVE_ID.test(key) && (!key.includes(':') || FORMAT.test(key)))
            .filter(([key]) => !(key === 'id' && (COUNTED.test(name) || name.startsWith('v:'))) && key !== 'ShapeID')
            .filter(
              ([key]) => key !== 'w:dirty' && !(key === 'w:id' && (NOTE.test(name) || name === 'w:commentReference')),
            )
            .map(([key, value]) => ` ${key}=${this.#attribute(name, key, value)}`)
            .sort()
            .join('');
          return `<${PLAIN[name] ?? name}${attributes}>${text}</>`;
        };
    // The id of a content control is a unique number without meaning.
    if (name === 'w:sdtPr' && childOf(node, 'w:id') !== undefined)
      return this.#string({ ...node, children: node.children.filter((child) => !isElement(child, 'w:id')) });
    const content = /^w:(?:rPr|tcPr|trPr|tblPr|pPr)$/.test(name)
      ? this.#properties(node)
      : node.children
          .map((child) => {
            if (isElement(child)) return this.#string(child);
            return name === 'w:delText' || name === 'w:t' ? textOf(node) : child;
          })
          .join('');
    if (content === '' && node.attributes.size === 0 && /^w:(?:rPr|tcPr|trPr|tblPr|pPr)$/.test(name)) return '';
    return inside(content);
  }

  #attribute(element: string, name: string, value: string): string {
    if (name === 'w:val' && /^w:(?:p|r|tbl)Style$/.test(element))
      return JSON.stringify(this.#styleNames.get(value) ?? value);
    if (name === 'type' && element.startsWith('v:')) return value.replace(/^(#_x0000_t\d+).*/, '$1');
    // XML Schema has two spellings of each truth value.
    if (DRAWING.test(element) && !WORDS.test(name)) {
      if (value === 'true') return '"1"';
      if (value === 'false') return '"0"';
    }
    if (!name.startsWith('r:') || value === '') return JSON.stringify(value);
    const relationship = this.#opened.package.relationshipsOf(this.#part).get(value);
    if (relationship === undefined) return `missing ${value}`;
    return relationship.external ? relationship.target : this.#hash(relationship.target, 0);
  }

  /** What a part is: its bytes, and those of all that it refers to. */
  #hash(name: string, depth: number): string {
    const known = this.#hashes.get(name);
    if (known !== undefined) return known;
    const part = this.#opened.package.part(name);
    const text = Buffer.from(part?.bytes ?? `missing ${name}`).toString('latin1');
    // The data of a diagram name its drawing by a relationship of another part.
    const hash = createHash('sha256').update(text.replace(/(<\w+:dataModelExt [^>]*?)relId="[^"]*"/, '$1'), 'latin1');
    this.#hashes.set(name, 'itself');
    for (const [id, { target, external }] of [...this.#opened.package.relationshipsOf(name)].sort())
      hash.update(`${id} ${external ? target : this.#hash(target, depth + 1)}`);
    const digest = hash.digest('hex').slice(0, 16);
    this.#hashes.set(name, digest);
    return digest;
  }
}

interface Ranges {
  /** Open ranges in which a content control or custom markup that begins is not there. */
  readonly gone: Set<string>;
}

function textOf(node: XmlElement): string {
  const text = node.children.filter((child) => typeof child === 'string').join('');
  return node.attributes.get('xml:space') === 'preserve' ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
