/**
 * Random revisions of a DOCX. They change its text and its properties, and ids and parts as programs do when they save.
 */
import { openWordPackage, type OoxmlPackage } from '../../../service/ooxml/package.ts';
import { relationshipsPartOf } from '../../../service/ooxml/relationships.ts';
import { writeArchive } from '../../../service/ooxml/write-archive.ts';
import { writeXml } from '../../../service/ooxml/write-xml.ts';
import { innerText, isElement, type XmlElement, type XmlNode } from '../../../service/ooxml/xml-tree.ts';
import { randomFrom } from '../../builders/adversarial/adversarial.ts';
import { REVISIONS } from './mutate-revisions.ts';
import { BODY_MUTATIONS, MUTATIONS } from './mutate-tree.ts';
import { allOf, exchanged, oneOf, type Chance, type Mutation } from './mutation.ts';
import { RARE_MUTATIONS, RARE_REVISIONS } from './mutate-rare.ts';

/** Parts in which text is changed, the main one more often than the others. */
const STORY = /^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/;

/** Choices from a seed. */
export function chanceOf(seed: number): Chance {
  const random = randomFrom(seed);
  return { below: (count) => Math.floor(random() * count) };
}

/** A package whose parts are changed one after the other. */
class MutablePackage {
  readonly trees = new Map<string, XmlElement>();
  readonly bytes = new Map<string, Uint8Array>();
  readonly archive: OoxmlPackage;
  readonly mainPart: string;

  constructor(archive: OoxmlPackage, mainPart: string) {
    this.archive = archive;
    this.mainPart = mainPart;
  }

  tree(name: string): XmlElement | undefined {
    return this.trees.get(name) ?? this.archive.tree(name);
  }

  names(pattern: RegExp): string[] {
    return this.archive.parts.map(({ name }) => name).filter((name) => pattern.test(name));
  }

  write(): Uint8Array {
    return writeArchive(
      this.archive.parts.map(({ name, bytes }) => {
        const root = this.trees.get(name);
        return {
          name,
          bytes: root === undefined ? (this.bytes.get(name) ?? bytes) : writeXml(root, this.archive.namespaces),
        };
      }),
    );
  }
}

/** A file with this many changes; `revisions`: with this many tracked revisions in it too. */
export async function mutated(
  bytes: Uint8Array,
  chance: Chance,
  { changes, revisions }: { readonly changes: number; readonly revisions: number },
): Promise<Uint8Array> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const file = new MutablePackage(archive, mainPart);
  const stories = file.names(STORY);
  const mutate = (list: readonly Mutation[]): void => {
    const part = stories.length > 0 && chance.below(5) === 0 ? oneOf(stories, chance) : mainPart;
    const root = file.tree(part);
    const changed = root === undefined ? null : oneOf(list, chance)(root, chance);
    if (changed !== null) file.trees.set(part, changed);
  };
  for (let count = 0; count < changes; count += 1) {
    const kind = chance.below(12);
    if (kind === 0) changeIds(file, chance);
    else if (kind === 1) changeParts(file, chance);
    else if (kind === 2) {
      const root = file.tree(mainPart)!;
      file.trees.set(mainPart, oneOf(BODY_MUTATIONS, chance)(root, chance) ?? root);
    } else mutate(kind < 8 ? RARE_MUTATIONS : MUTATIONS);
  }
  for (let count = 0; count < revisions; count += 1) mutate(chance.below(4) === 0 ? RARE_REVISIONS : REVISIONS);
  return file.write();
}

/** Other ids for the same things, as another program or a later save gives them. */
function changeIds(file: MutablePackage, chance: Chance): void {
  const { mainPart } = file;
  const all = [mainPart, ...file.names(STORY)];
  const renameIn = (
    part: string,
    accepts: (name: string, attribute: string) => boolean,
    to: (id: string) => string,
  ): void => {
    const root = file.tree(part);
    if (root !== undefined) file.trees.set(part, renamed(root, accepts, to));
  };
  switch (chance.below(5)) {
    case 0: {
      const to = (id: string): string => `rel${id}`;
      renameIn(
        relationshipsPartOf(mainPart),
        (name, attribute) => name === 'rel:Relationship' && attribute === 'Id',
        to,
      );
      renameIn(mainPart, (_, attribute) => attribute.startsWith('r:'), to);
      return;
    }
    case 1: {
      const to = (id: string): string => (id === '0' ? id : String(Number(id) + 17));
      const accepts = (name: string, attribute: string): boolean =>
        (name === 'w:numId' && attribute === 'w:val') || (name === 'w:num' && attribute === 'w:numId');
      for (const part of [...all, ...file.names(/^word\/(?:numbering|styles)\.xml$/)]) renameIn(part, accepts, to);
      return;
    }
    case 2: {
      const to = (id: string): string => (Number(id) > 0 ? String(Number(id) + 5) : id);
      const accepts = (name: string, attribute: string): boolean =>
        /^w:(?:footnote|endnote)(?:Reference)?$/.test(name) && attribute === 'w:id';
      // Separators keep their ids.
      const hasSeparatorAbove = file
        .names(/^word\/(?:footnotes|endnotes)\.xml$/)
        .some(
          (part) =>
            allOf(file.tree(part)!, (node) => node.attributes.has('w:type') && Number(node.attributes.get('w:id')) > 0)
              .length > 0,
        );
      if (!hasSeparatorAbove) for (const part of all) renameIn(part, accepts, to);
      return;
    }
    case 3: {
      const accepts = (name: string, attribute: string): boolean =>
        /^w:bookmark(?:Start|End)$/.test(name) && attribute === 'w:id';
      for (const part of all) renameIn(part, accepts, (id) => String(Number(id) + 300));
      return;
    }
    default: {
      const accepts = (name: string, attribute: string): boolean =>
        /^w:comment(?:RangeStart|RangeEnd|Reference)?$/.test(name) && attribute === 'w:id';
      for (const part of [mainPart, ...file.names(/^word\/comments\.xml$/)])
        renameIn(part, accepts, (id) => String(Number(id) + 3));
    }
  }
}

/** Parts beside the text: pictures, comments, definitions. */
function changeParts(file: MutablePackage, chance: Chance): void {
  const names = file.names(/^word\/(?:media\/.*|(?:comments|numbering|styles|settings)\.xml|charts\/.*\.xml)$/);
  if (names.length === 0) return;
  const name = oneOf(names, chance);
  if (name.startsWith('word/media/')) {
    file.bytes.set(
      name,
      Buffer.concat([file.archive.part(name)?.bytes ?? new Uint8Array(), Buffer.from([chance.below(256)])]),
    );
    return;
  }
  const root = file.tree(name);
  if (root === undefined) return;
  const sites = allOf(root, (node) => /^w:(?:t|ind|lvlText|sz|jc|start)$/.test(node.name));
  if (sites.length === 0) return;
  const site = oneOf(sites, chance);
  const value = site.attributes.get('w:val');
  const changed: XmlElement =
    site.name === 'w:t'
      ? { ...site, children: [`${innerText(site)} indeed`] }
      : site.name === 'w:ind'
        ? { ...site, attributes: new Map([...site.attributes, ['w:left', '411']]) }
        : {
            ...site,
            attributes: new Map([
              ...site.attributes,
              ['w:val', site.name === 'w:jc' ? 'right' : site.name === 'w:lvlText' ? `${value}§` : '7'],
            ]),
          };
  file.trees.set(name, exchanged(root, site, [changed]));
}

function renamed(
  node: XmlElement,
  accepts: (name: string, attribute: string) => boolean,
  to: (id: string) => string,
): XmlElement {
  return {
    name: node.name,
    attributes: new Map(
      [...node.attributes].map(([name, value]) => [name, value !== '' && accepts(node.name, name) ? to(value) : value]),
    ),
    children: node.children.map((child): XmlNode => (isElement(child) ? renamed(child, accepts, to) : child)),
  };
}
