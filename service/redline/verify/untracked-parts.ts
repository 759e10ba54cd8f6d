/** Parts beside the text that no revision can show and that stay the original's: which of them differ. */
import type { WordPackage } from '../../ooxml/package.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childrenOf, innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { Canonical } from '../package/canonical.ts';
import { isSeparator } from '../merge/is-separator.ts';
import { PartPair } from '../package/part-pair.ts';
import type { TargetIdentity } from '../package/result-package.ts';
import { storyKey } from '../text/story-key.ts';

/** By the end of the type of the relationship that leads to them: what a reader knows them as. */
const KINDS: Readonly<Record<string, string>> = {
  customXml: 'data that content controls are bound to',
  glossaryDocument: 'building blocks',
  'custom-properties': 'custom properties',
  vbaProject: 'macros',
  keyMapCustomizations: 'shortcuts',
  attachedToolbars: 'toolbars',
  recipientData: 'recipients of a mail merge',
};

/** By the end of their types: parts that hold properties of the whole document. */
const PROPERTIES: ReadonlySet<string> = new Set(['core-properties', 'extended-properties']);
/** The properties that people give a document; others are of the program and of the save. */
const GIVEN =
  /:(?:title|subject|creator|keywords|description|category|contentStatus|language|identifier|version|Company|Manager|HyperlinkBase)$/;

/** What differs, in words. Parts that a document refers to in its text come along with it and are not looked at. */
export function partsThatDiffer(original: WordPackage, revised: WordPackage, identity: TargetIdentity): string[] {
  const [own, other] = [targetsByKind(original, identity), targetsByKind(revised, identity)];
  const differing = Object.keys(KINDS).filter((kind) => (own.get(kind) ?? '') !== (other.get(kind) ?? ''));
  return [
    ...differing.map((kind) => KINDS[kind]!),
    ...(embeddedFonts(original, identity) === embeddedFonts(revised, identity) ? [] : ['embedded fonts']),
    ...(threads(original) === threads(revised) ? [] : ['replies to comments, and which are done']),
    ...(properties(original) === properties(revised) ? [] : ['title and other properties of the document']),
    ...(['footnotes', 'endnotes'].some((type) => differs(original, revised, type, separators))
      ? ['separators of notes']
      : []),
    ...(differs(original, revised, 'fontTable', fonts) ? ['descriptions of fonts'] : []),
    ...(differs(original, revised, 'webSettings', (root) => PLAIN.of(root)) ? ['settings of web pages'] : []),
  ];
}

const PLAIN = new Canonical((id) => id);

/** Whether a part that both have differs in what counts of it. */
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

/** What stands between the text and the notes. One that holds nothing is as good as none. */
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

/** What to take for a font that a machine lacks, by the name of the font (17.8.3.10); embedded ones are told apart. */
function fonts(root: XmlElement): string {
  return childrenOf(root, 'w:font')
    .map((font) => {
      const children = font.children.filter((child) => !isElement(child) || !child.name.startsWith('w:embed'));
      return PLAIN.of({ ...font, children });
    })
    .sort()
    .join('\n');
}

/** Title, author and the like; empty ones are as good as none. */
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

/** A document can be read without its properties, also when they are no XML. */
function treeOrNone(tree: () => XmlElement | undefined): XmlElement | undefined {
  try {
    return tree();
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
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

/** How many comments are replies, and how many are done ([MS-DOCX] 2.5.1.7), in the order of the comments. */
function threads({ package: archive, mainPart }: WordPackage): string {
  const extended = [...archive.relationshipsOf(mainPart).values()].find(({ type }) =>
    type.endsWith('/commentsExtended'),
  );
  const root: XmlElement | undefined = extended === undefined ? undefined : archive.tree(extended.target);
  return (root?.children ?? [])
    .filter((child) => isElement(child))
    .map(
      ({ attributes }) =>
        `${attributes.has('w15:paraIdParent') ? 'reply' : ''} ${/^(?:1|true|on)$/.test(attributes.get('w15:done') ?? '') ? 'done' : ''}`,
    )
    .filter((state) => state !== ' ')
    .join('\n');
}
