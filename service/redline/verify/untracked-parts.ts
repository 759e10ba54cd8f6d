/**
 * Finds differences in parts outside the text. No revision can show them, and the result keeps the original's parts.
 */
import type { WordPackage } from '../../ooxml/package.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childrenOf, innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { Canonical } from '../package/canonical.ts';
import { isSeparator } from '../package/is-separator.ts';
import { PartPair } from '../package/part-pair.ts';
import type { TargetIdentity } from '../package/target-identity.ts';
import { storyKey } from '../text/story-key.ts';

/** Names of part kinds, by the end of the relationship type. */
const KINDS: Readonly<Record<string, string>> = {
  customXml: 'data that content controls are bound to',
  glossaryDocument: 'building blocks',
  'custom-properties': 'custom properties',
  vbaProject: 'macros',
  keyMapCustomizations: 'shortcuts',
  attachedToolbars: 'toolbars',
  recipientData: 'recipients of a mail merge',
};

/** Relationship types of parts with document properties, by their end. */
const PROPERTIES: ReadonlySet<string> = new Set(['core-properties', 'extended-properties']);
/** Properties that people set. Others belong to the program or the save. */
const GIVEN =
  /:(?:title|subject|creator|keywords|description|category|contentStatus|language|identifier|version|Company|Manager|HyperlinkBase)$/;

/** Name of what is said about comments beside their text. */
export const THREADS = 'replies to comments, and which are done';

/** Names of the parts that differ. Parts that the text refers to are adopted with it and are not checked. */
export function partsThatDiffer(original: WordPackage, revised: WordPackage, identity: TargetIdentity): string[] {
  const [own, other] = [targetsByKind(original, identity), targetsByKind(revised, identity)];
  const differing = Object.keys(KINDS).filter((kind) => (own.get(kind) ?? '') !== (other.get(kind) ?? ''));
  return [
    ...differing.map((kind) => KINDS[kind]!),
    ...(embeddedFonts(original, identity) === embeddedFonts(revised, identity) ? [] : ['embedded fonts']),
    ...(properties(original) === properties(revised) ? [] : ['title and other properties of the document']),
    ...(['footnotes', 'endnotes'].some((type) => differs(original, revised, type, separators))
      ? ['separators of notes']
      : []),
    ...(differs(original, revised, 'fontTable', fonts) ? ['descriptions of fonts'] : []),
    ...(differs(original, revised, 'webSettings', (root) => PLAIN.of(root)) ? ['settings of web pages'] : []),
  ];
}

const PLAIN = new Canonical((id) => id);

/** Whether the significant content of a part differs. */
function differs(
  original: WordPackage,
  revised: WordPackage,
  type: string,
  keyOf: (root: XmlElement) => string,
): boolean {
  const pair = new PartPair(original, revised, type);
  if (pair.isSame) return false;
  const { original: own, revised: other } = pair;
  return own !== undefined && other !== undefined && keyOf(own) !== keyOf(other);
}

/** The separators between text and notes. Separators without content count as none. */
function separators(root: XmlElement): string {
  return childrenOf(root)
    .filter(isSeparator)
    .map((note) => {
      const key = storyKey(resolveRevisions(note, 'revised').children, PLAIN);
      return /\]/.test(key) ? `${note.attributes.get('w:type') ?? ''}: ${key}` : '';
    })
    .filter((key) => key !== '')
    .sort()
    .join('\n');
}

/** Substitutes for missing fonts, by font name (17.8.3.10). Embedded fonts count separately. */
function fonts(root: XmlElement): string {
  return childrenOf(root, 'w:font')
    .map((font) => {
      const children = font.children.filter((child) => !isElement(child) || !child.name.startsWith('w:embed'));
      return PLAIN.of({ ...font, children });
    })
    .sort()
    .join('\n');
}

/** Title, author and similar properties. Empty ones count as none. */
function properties({ package: archive }: WordPackage): string {
  const found: string[] = [];
  for (const { type, target, external } of archive.relationshipsOf('').values()) {
    if (external || !PROPERTIES.has(type.slice(type.lastIndexOf('/') + 1))) continue;
    for (const child of childrenOf(treeOrNone(() => archive.tree(target))))
      if (GIVEN.test(`:${child.name.slice(child.name.indexOf(':') + 1)}`) && innerText(child).trim() !== '')
        found.push(`${child.name}=${innerText(child)}`);
  }
  return found.sort().join('\n');
}

function targetsByKind({ package: archive, mainPart }: WordPackage, identity: TargetIdentity): Map<string, string> {
  const targets = new Map<string, string>();
  for (const part of ['', mainPart]) {
    for (const relationship of archive.relationshipsOf(part).values()) {
      const kind = relationship.type.slice(relationship.type.lastIndexOf('/') + 1);
      if (!(kind in KINDS)) continue;
      targets.set(kind, [targets.get(kind) ?? '', identity.of(relationship, archive)].sort().join('\n'));
    }
  }
  return targets;
}

function embeddedFonts({ package: archive, mainPart }: WordPackage, identity: TargetIdentity): string {
  const table = archive.related(mainPart, 'fontTable');
  if (table === undefined) return '';
  return [...archive.relationshipsOf(table).values()]
    .map((relationship) => identity.of(relationship, archive))
    .sort()
    .join('\n');
}

/** Whether two documents have other replies or other resolved comments. */
export function threadsDiffer(original: WordPackage, revised: WordPackage): boolean {
  return threads(original) !== threads(revised);
}

/** Numbers of replies and of resolved comments ([MS-DOCX] 2.5.1.7), in the order of the comments. */
function threads({ package: archive, mainPart }: WordPackage): string {
  const extended = [...archive.relationshipsOf(mainPart).values()].find(({ type }) =>
    type.endsWith('/commentsExtended'),
  );
  const root: XmlElement | undefined =
    extended === undefined ? undefined : treeOrNone(() => archive.tree(extended.target));
  return (root?.children ?? [])
    .filter((child) => isElement(child))
    .map(
      ({ attributes }) =>
        `${attributes.has('w15:paraIdParent') ? 'reply' : ''} ${/^(?:1|true|on)$/.test(attributes.get('w15:done') ?? '') ? 'done' : ''}`,
    )
    .filter((state) => state !== ' ')
    .join('\n');
}
