/**
 * What a DOCX can hold that no reader sees: hidden and white text, codes of fields, properties of the document, and
 * whether it tracks changes. Each is a list of texts, so that two files can be compared.
 */
import { openWordPackage, type OoxmlPackage, type WordPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import { childOf, childrenOf, innerText, isElement, toggleOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { StyleTable } from '../../formats/docx/parts/styles.ts';
import { invisibleIn } from './characters.ts';

/** The kinds of concealment. */
export const CONCEALMENTS = [
  'hidden_text',
  'white_text',
  'tiny_text',
  'invisible_characters',
  'field_code',
  'property',
  'setting',
] as const;
export type Concealment = (typeof CONCEALMENTS)[number];

/** What a file conceals, by kind, in the order of the file. */
export type Concealed = Readonly<Record<Concealment, readonly string[]>>;

/** Text of this size or less, in half-points, cannot be read. */
const TINY_HALF_POINTS = 4;
/** A letter of each channel from here on is white paper to a reader. */
const WHITE_FROM = 0xf8;

/** Properties that belong to the program or the save and say nothing about the content. */
const OF_THE_SAVE =
  /^(?:lastModifiedBy|revision|modified|created|lastPrinted|TotalTime|Pages|Words|Characters|CharactersWithSpaces|Lines|Paragraphs|Application|AppVersion|DocSecurity|ScaleCrop|LinksUpToDate|SharedDoc|HyperlinksChanged|TitlesOfParts|HeadingPairs|Template)$/;

/** Reads what a DOCX without revisions conceals. Throws `ServiceError` as the package reader does. */
export async function concealedIn(bytes: Uint8Array): Promise<Concealed> {
  const opened = await openWordPackage(bytes);
  const { package: archive, mainPart } = opened;
  const stylesPart = archive.related(mainPart, 'styles');
  const reader = new ConcealmentReader(new StyleTable(stylesPart === undefined ? undefined : archive.tree(stylesPart)));
  for (const name of storyParts(archive, mainPart)) {
    const root = archive.tree(name);
    if (root !== undefined) reader.read(root, undefined);
    reader.endPart();
  }
  return { ...reader.found, property: propertiesOf(archive), setting: settingsOf(opened) };
}

class ConcealmentReader {
  readonly found: Record<Concealment, string[]> = {
    hidden_text: [],
    white_text: [],
    tiny_text: [],
    invisible_characters: [],
    field_code: [],
    property: [],
    setting: [],
  };
  readonly #styles: StyleTable;
  /** The instruction of the innermost open field, in pieces. */
  readonly #codes: string[] = [];
  #text = '';

  constructor(styles: StyleTable) {
    this.#styles = styles;
  }

  /** The parser limits the depth. */
  read(node: XmlElement, paragraphStyle: string | undefined): void {
    switch (node.name) {
      case 'w:p': {
        this.#flush();
        const style = valueOf(childOf(node, 'w:pPr'), 'w:pStyle');
        for (const child of node.children) if (isElement(child)) this.read(child, style);
        this.#flush();
        return;
      }
      case 'w:r':
        this.#run(node, paragraphStyle);
        return;
      case 'w:fldSimple':
        this.#add('field_code', node.attributes.get('w:instr') ?? '');
        break;
      default:
    }
    for (const child of node.children) if (isElement(child)) this.read(child, paragraphStyle);
  }

  endPart(): void {
    this.#codes.length = 0;
    this.#flush();
  }

  #run(run: XmlElement, paragraphStyle: string | undefined): void {
    const properties = childOf(run, 'w:rPr');
    let text = '';
    for (const child of childrenOf(run)) {
      if (child.name === 'w:t') text += innerText(child);
      else if (child.name === 'w:instrText' && this.#codes.length > 0)
        this.#codes.push((this.#codes.pop() ?? '') + innerText(child));
      else if (child.name === 'w:fldChar') {
        const type = child.attributes.get('w:fldCharType');
        if (type === 'begin') this.#codes.push('');
        else if (type === 'end') this.#add('field_code', this.#codes.pop() ?? '');
      } else if (child.name !== 'w:rPr' && child.name !== 'w:instrText') this.read(child, paragraphStyle);
    }
    this.#text += text;
    if (text.trim() === '') return;
    const levels = [
      ...(properties === undefined ? [] : [properties]),
      ...this.#styles.runChain(valueOf(properties, 'w:rStyle'), 'character'),
      ...this.#styles.runChain(paragraphStyle, 'paragraph'),
    ];
    if (nearest(levels, (level) => toggleOf(level, 'w:vanish')) === true) this.#add('hidden_text', text);
    if (isWhite(nearest(levels, (level) => valueOf(level, 'w:color'))) && !hasGround(levels))
      this.#add('white_text', text);
    const size = Number(nearest(levels, (level) => valueOf(level, 'w:sz')) ?? Number.NaN);
    if (size <= TINY_HALF_POINTS) this.#add('tiny_text', text);
  }

  /** Invisible characters of a paragraph, with the words around the first one. */
  #flush(): void {
    const characters = invisibleIn(this.#text);
    if (characters.length > 0) {
      const at = [...this.#text].findIndex((character) => invisibleIn(character).length > 0);
      const words = [...this.#text].slice(Math.max(0, at - 20), at).join('');
      this.#add(
        'invisible_characters',
        `${[...new Set(characters)].join(', ')} (${characters.length}) after “${words}”`,
      );
    }
    this.#text = '';
  }

  #add(kind: Concealment, text: string): void {
    const tidy = text.replace(/\s+/gu, ' ').trim();
    if (tidy !== '') this.found[kind].push(tidy);
  }
}

function nearest<T>(levels: readonly XmlElement[], stated: (level: XmlElement) => T | undefined): T | undefined {
  for (const level of levels) {
    const value = stated(level);
    if (value !== undefined) return value;
  }
  return undefined;
}

function isWhite(colour: string | undefined): boolean {
  const channels = /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(colour ?? '');
  return channels !== null && channels.slice(1).every((channel) => Number.parseInt(channel, 16) >= WHITE_FROM);
}

/** Whether the text has a highlight or a shading of its own. White text on a dark cell is reported: a person decides. */
function hasGround(levels: readonly XmlElement[]): boolean {
  return levels.some((level) => {
    const fill = childOf(level, 'w:shd')?.attributes.get('w:fill');
    return childOf(level, 'w:highlight') !== undefined || (fill !== undefined && fill !== 'auto' && !isWhite(fill));
  });
}

function propertiesOf(archive: OoxmlPackage): string[] {
  const found: string[] = [];
  for (const { type, target, external } of archive.relationshipsOf('').values()) {
    if (external || !/\/(?:core|extended|custom)-properties$/.test(type)) continue;
    for (const child of childrenOf(treeOrNone(() => archive.tree(target)))) {
      const name = child.attributes.get('name') ?? child.name.slice(child.name.indexOf(':') + 1);
      const value = innerText(child).replace(/\s+/gu, ' ').trim();
      if (!OF_THE_SAVE.test(name) && value !== '') found.push(`${name}: ${value}`);
    }
  }
  return found.sort();
}

/** Settings by which a person follows changes. */
function settingsOf({ package: archive, mainPart }: WordPackage): string[] {
  const part = archive.related(mainPart, 'settings');
  const root = part === undefined ? undefined : archive.tree(part);
  const found: string[] = [];
  if (toggleOf(root, 'w:trackRevisions') === true) found.push('changes are tracked');
  const protection = childOf(root, 'w:documentProtection');
  if (protection !== undefined && protection.attributes.get('w:enforcement') !== '0')
    found.push(`protected: ${protection.attributes.get('w:edit') ?? 'yes'}`);
  return found;
}
