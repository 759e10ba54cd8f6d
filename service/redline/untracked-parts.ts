/** Parts beside the text that no revision can show and that stay the original's: which of them differ. */
import type { WordPackage } from '../ooxml/package.ts';
import { isElement, type XmlElement } from '../ooxml/xml-tree.ts';
import type { TargetIdentity } from './result-package.ts';

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

/** What differs, in words. Parts that a document refers to in its text come along with it and are not looked at. */
export function partsThatDiffer(original: WordPackage, revised: WordPackage, identity: TargetIdentity): string[] {
  const [own, other] = [targetsByKind(original, identity), targetsByKind(revised, identity)];
  const differing = Object.keys(KINDS).filter((kind) => (own.get(kind) ?? '') !== (other.get(kind) ?? ''));
  return [
    ...differing.map((kind) => KINDS[kind]!),
    ...(embeddedFonts(original, identity) === embeddedFonts(revised, identity) ? [] : ['embedded fonts']),
    ...(threads(original) === threads(revised) ? [] : ['replies to comments, and which are done']),
  ];
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
