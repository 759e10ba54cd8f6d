/**
 * Random damage to a DOCX package, such as careless programs cause. It damages content types, relationships, parts and
 * their XML.
 */
import { readArchive, type ArchiveEntry } from '../../../service/ooxml/read-archive.ts';
import { Namespaces } from '../../../service/ooxml/namespaces.ts';
import { parseXml } from '../../../service/ooxml/parse-xml.ts';
import { writeArchive } from '../../../service/ooxml/write-archive.ts';
import { writeXml } from '../../../service/ooxml/write-xml.ts';
import { element, isElement, type XmlElement, type XmlNode } from '../../../service/ooxml/xml-tree.ts';
import { allOf, copyOf, exchanged, named, oneOf, type Chance } from './mutation.ts';

const TYPES = '[Content_Types].xml';
const RELATIONSHIPS = /\.rels$/;
const XML = /\.(?:xml|rels)$/;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** Values that no attribute of the format means to have. */
const JUNK: readonly string[] = [
  '',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '-2147483649',
  'NaN',
  '１２',
  '1.5',
  '٣',
  'true',
  '__proto__',
  'constructor',
  '\u{1f600}',
  ' ',
  '%1.%2.%99',
  'a'.repeat(5_000),
];

/** Elements that refer to something by id, which may then be themselves. */
const REFERENCES = named(
  'w:footnoteReference',
  'w:endnoteReference',
  'w:commentReference',
  'w:numId',
  'w:abstractNumId',
  'w:basedOn',
  'w:link',
  'w:next',
  'w:numStyleLink',
  'w:styleLink',
  'w:pStyle',
  'w:rStyle',
  'w:tblStyle',
  'w:headerReference',
  'w:footerReference',
);

/** Structures that are legal names in illegal places or shapes. */
const FRAGMENTS: readonly XmlElement[] = [
  element('w:tbl'),
  element('w:tbl', {}, [element('w:tblPr'), element('w:tr')]),
  element('w:tbl', {}, [element('w:tr', {}, [element('w:tc')])]),
  element('w:tbl', {}, [element('w:tr', {}, [element('w:tc', {}, [element('w:tbl', {}, [element('w:tr')])])])]),
  element('w:tr'),
  element('w:tc', {}, [element('w:tcPr', {}, [element('w:gridSpan', { 'w:val': '-3' })]), element('w:p')]),
  element('w:tcPr', {}, [element('w:vMerge'), element('w:gridSpan', { 'w:val': '1000000000' })]),
  element('w:trPr', {}, [element('w:gridBefore', { 'w:val': '999999999' })]),
  element('w:sdt'),
  element('w:sdt', {}, [element('w:sdtPr')]),
  element('w:sdt', {}, [element('w:sdtContent')]),
  element('w:r', {}, [element('w:fldChar', { 'w:fldCharType': 'begin' })]),
  element('w:r', {}, [element('w:fldChar', { 'w:fldCharType': 'separate' })]),
  element('w:r', {}, [element('w:fldChar', { 'w:fldCharType': 'end' })]),
  element('w:r', {}, [element('w:fldChar')]),
  element('w:r', {}, [element('w:footnoteReference', { 'w:id': '1' })]),
  element('w:r', {}, [element('w:footnoteReference')]),
  element('w:r', {}, [element('w:endnoteReference', { 'w:id': '2' })]),
  element('w:r', {}, [element('w:commentReference', { 'w:id': '0' })]),
  element('w:r', {}, [element('w:sym', { 'w:char': 'ZZZZ' })]),
  element('w:r', {}, [
    element('w:pict', {}, [element('v:shape', {}, [element('v:textbox', {}, [element('w:txbxContent')])])]),
  ]),
  element('w:ins', {}, [element('w:del', {}, [element('w:r', {}, [element('w:delText', {}, ['both'])])])]),
  element('w:del', {}, [element('w:p', {}, [element('w:r', {}, [element('w:t', {}, ['block'])])])]),
  element('w:moveFromRangeStart', { 'w:id': '1', 'w:name': 'm' }),
  element('w:moveToRangeEnd', { 'w:id': '1' }),
  element('w:customXmlInsRangeStart', { 'w:id': '7' }),
  element('w:customXmlDelRangeEnd', { 'w:id': '7' }),
  element('w:bookmarkStart', { 'w:id': '1', 'w:name': 'b' }),
  element('w:bookmarkEnd', { 'w:id': 'x' }),
  element('w:hyperlink', { 'r:id': 'none' }),
  element('w:altChunk', { 'r:id': 'none' }),
  element('w:subDoc', { 'r:id': 'none' }),
  element('mc:AlternateContent'),
  element('mc:AlternateContent', {}, [element('mc:Choice', { Requires: 'wps' }), element('mc:Fallback')]),
  element('w:drawing', {}, [element('wp:inline')]),
  element('m:oMath', {}, [element('m:r'), element('m:f')]),
  element('w:sectPr', {}, [element('w:headerReference', { 'r:id': 'none' })]),
  element('w:pPr', {}, [element('w:numPr', {}, [element('w:ilvl', { 'w:val': '77' }), element('w:numId')])]),
  element('w:pPr', {}, [element('w:rPr', {}, [element('w:del'), element('w:ins')]), element('w:sectPr')]),
  element('w:rPr', {}, [element('w:rPrChange')]),
  element('w:body', {}, [element('w:body')]),
];

/** The file with some damage. Throws the reader's `ServiceError` if it is no archive. */
export async function damaged(bytes: Uint8Array, chance: Chance, times: number): Promise<Uint8Array> {
  const file = new DamagedPackage(await readArchive(bytes), chance);
  for (let count = 0; count < times; count += 1) file.damage();
  return file.write();
}

class DamagedPackage {
  readonly #chance: Chance;
  readonly #namespaces = new Namespaces();
  readonly #parts = new Map<string, Uint8Array>();

  constructor(parts: readonly ArchiveEntry[], chance: Chance) {
    this.#chance = chance;
    for (const { name, bytes } of parts) this.#parts.set(name, bytes);
  }

  write(): Uint8Array {
    return writeArchive([...this.#parts].map(([name, bytes]) => ({ name, bytes })));
  }

  damage(): void {
    switch (this.#chance.below(12)) {
      case 0:
        this.#damageTypes();
        return;
      case 1:
      case 2:
        this.#damageRelationships();
        return;
      case 3:
        this.#damageParts();
        return;
      default:
        this.#damageXml();
    }
  }

  #one<T>(list: readonly T[]): T {
    return oneOf(list, this.#chance);
  }

  #names(pattern: RegExp): string[] {
    return [...this.#parts.keys()].filter((name) => pattern.test(name));
  }

  #tree(name: string): XmlElement | null {
    try {
      return parseXml(this.#parts.get(name) ?? new Uint8Array(), name, this.#namespaces).root;
    } catch {
      return null;
    }
  }

  #put(name: string, root: XmlElement): void {
    this.#parts.set(name, writeXml(root, this.#namespaces));
  }

  /** The first existing part of some name, changed. */
  #change(name: string, change: (root: XmlElement) => XmlElement): void {
    const root = this.#tree(name);
    if (root !== null) this.#put(name, change(root));
  }

  #damageTypes(): void {
    if (this.#chance.below(6) === 0) {
      this.#parts.delete(TYPES);
      return;
    }
    this.#change(TYPES, (root) => {
      const entries = root.children.filter((child) => isElement(child));
      if (entries.length === 0) return root;
      const entry = this.#one(entries);
      const types = entries.map(({ attributes }) => attributes.get('ContentType') ?? '');
      const name = this.#one([...this.#parts.keys()]);
      const swapped =
        entry.name === 'ct:Default'
          ? element('ct:Override', { PartName: `/${name}`, ContentType: this.#one(types) })
          : element('ct:Default', {
              Extension: this.#one(['xml', 'png', 'rels', 'bin']),
              ContentType: this.#one(types),
            });
      const by: readonly XmlElement[][] = [
        [],
        [entry, entry],
        [{ ...entry, attributes: new Map([...entry.attributes, ['ContentType', this.#one([...types, ...JUNK])]]) }],
        [swapped],
        [entry, swapped],
      ];
      return exchanged(root, entry, this.#one(by));
    });
  }

  #damageRelationships(): void {
    const names = this.#names(RELATIONSHIPS);
    if (names.length === 0) return;
    const name = this.#one(names);
    if (this.#chance.below(12) === 0) {
      this.#parts.delete(name);
      return;
    }
    this.#change(name, (root) => {
      const entries = root.children.filter((child) => isElement(child));
      if (entries.length === 0) return root;
      const entry = this.#one(entries);
      const target = entry.attributes.get('Target') ?? '';
      const types = entries.map(({ attributes }) => attributes.get('Type') ?? '');
      const set = (attribute: string, value: string): XmlElement[] => [
        { ...entry, attributes: new Map([...entry.attributes, [attribute, value]]) },
      ];
      const part = this.#one([...this.#parts.keys()]);
      const by: readonly XmlElement[][] = [
        [],
        [entry, entry],
        set('Target', this.#one(['none.xml', '', '/', '..', '../../../../x', '#', 'http://x/y', ...JUNK])),
        set('Target', `/${part}`),
        set('Target', this.#one([target.toUpperCase(), target.replaceAll('/', '\\'), `./${target}`, `${target}#x`])),
        set('TargetMode', this.#one(['External', 'Internal', 'external', ''])),
        set('Type', this.#one(types)),
        set(
          'Type',
          OFFICE + this.#one(['header', 'footnotes', 'comments', 'styles', 'numbering', 'image', 'settings']),
        ),
        set('Id', this.#one(entries).attributes.get('Id') ?? ''),
        [entry, ...set('Id', 'fresh')],
      ];
      return exchanged(root, entry, this.#one(by));
    });
  }

  #damageParts(): void {
    const names = [...this.#parts.keys()];
    if (names.length === 0) return;
    const [name, other] = [this.#one(names), this.#one(names)];
    const bytes = this.#parts.get(name)!;
    switch (this.#chance.below(6)) {
      case 0:
        this.#parts.delete(name);
        return;
      case 1:
        this.#parts.set(name, this.#parts.get(other)!);
        return;
      case 2:
        this.#parts.set(name, bytes.subarray(0, this.#chance.below(bytes.length + 1)));
        return;
      case 3:
        this.#parts.set(name, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1));
        return;
      case 4:
        this.#parts.delete(name);
        this.#parts.set(this.#one([name.toUpperCase(), name.replaceAll('/', '\\'), `/${name}`]), bytes);
        return;
      default: {
        const changed = Uint8Array.from(bytes);
        if (changed.length > 0) changed[this.#chance.below(changed.length)] = this.#chance.below(256);
        this.#parts.set(name, changed);
      }
    }
  }

  #damageXml(): void {
    const main = this.#names(/^word\/document\.xml$/);
    const names = this.#names(XML);
    if (names.length === 0) return;
    const name = main.length > 0 && this.#chance.below(2) === 0 ? main[0]! : this.#one(names);
    this.#change(name, (root) => this.#damagedTree(root));
  }

  #damagedTree(root: XmlElement): XmlElement {
    const all = allOf(root, () => true);
    if (all.length === 0) return root;
    const [site, other] = [this.#one(all), this.#one(all)];
    switch (this.#chance.below(11)) {
      case 0:
        return exchanged(root, site, []);
      case 1:
        return exchanged(root, site, [site, copyOf(site)]);
      case 2:
        return allOf(site, (node) => node === other).length > 0
          ? root
          : exchanged(exchanged(root, site, []), other, [copyOf(site), other]);
      case 3:
        return exchanged(root, site, site.children);
      case 4:
        return exchanged(root, site, [{ ...site, children: [] }]);
      case 5:
        return exchanged(root, site, [{ ...site, children: [copyOf(this.#one(FRAGMENTS)), ...site.children] }]);
      case 6:
        return exchanged(root, site, [site, copyOf(this.#one(FRAGMENTS))]);
      case 7:
        return exchanged(root, site, [{ ...site, name: other.name }]);
      case 8:
        return this.#rewired(root);
      default:
        return this.#withJunk(root, this.#one([site, other]));
    }
  }

  #withJunk(root: XmlElement, site: XmlElement): XmlElement {
    const withAttributes = allOf(root, (node) => node.attributes.size > 0);
    if (withAttributes.length === 0) return root;
    const node = site.attributes.size > 0 ? site : this.#one(withAttributes);
    const attribute = this.#one([...node.attributes.keys()]);
    const attributes = new Map(node.attributes);
    if (this.#chance.below(4) === 0) attributes.delete(attribute);
    else attributes.set(attribute, this.#one(JUNK));
    return exchanged(root, node, [{ ...node, attributes }]);
  }

  /** Lets a reference lead to the thing that contains it, or to another one, so that circles arise. */
  #rewired(root: XmlElement): XmlElement {
    const references = allOf(root, REFERENCES);
    const ids = allOf(root, named('w:style', 'w:num', 'w:abstractNum', 'w:footnote', 'w:endnote', 'w:comment')).flatMap(
      ({ attributes }) => [...attributes].filter(([name]) => /:(?:id|styleId|numId|abstractNumId)$/.test(name)),
    );
    if (ids.length === 0) return root;
    const [, id] = this.#one(ids);
    if (references.length === 0) {
      const holders = allOf(root, named('w:p'));
      if (holders.length === 0) return root;
      const holder = this.#one(holders);
      const reference = this.#one(['w:footnoteReference', 'w:endnoteReference', 'w:commentReference']);
      const children: XmlNode[] = [...holder.children, element('w:r', {}, [element(reference, { 'w:id': id })])];
      return exchanged(root, holder, [{ ...holder, children }]);
    }
    const reference = this.#one(references);
    const attribute = reference.attributes.has('w:val') ? 'w:val' : reference.attributes.has('r:id') ? 'r:id' : 'w:id';
    return exchanged(root, reference, [
      { ...reference, attributes: new Map([...reference.attributes, [attribute, id]]) },
    ]);
  }
}
