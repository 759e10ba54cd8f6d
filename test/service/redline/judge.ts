/** What the tests of the redline share: a comparison that is held against every law, and texts to compare. */
import { expect } from 'vitest';
import { Namespaces } from '../../../service/ooxml/namespaces.ts';
import { openWordPackage, type WordPackage } from '../../../service/ooxml/package.ts';
import { writeXml } from '../../../service/ooxml/write-xml.ts';
import { childOf, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { withOriginalForms } from '../../../service/redline/adopt/original-forms.ts';
import { Canonical } from '../../../service/redline/package/canonical.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { blockKeys } from '../../../service/redline/text/story-key.ts';
import { writeRedline, type Redline } from '../../../service/redline/write-redline.ts';
import { docx, type DocxParts } from '../../builders/docx.ts';
import { withNumberedAnchors } from '../../oracle/redline/generated-parts.ts';
import { breachesOf } from '../../oracle/redline/judge-redline.ts';

export const STAMP = { author: 'A', date: '2026-01-31T00:00:00Z' };

/** Two sentences that are long enough to be recognised where they moved to. */
export const LONG = 'When you click Online Video, you can paste in the embed code for the video you want to add.';
export const MORE = 'To make your document look professional, Word provides header, footer and cover page designs.';

/** Canonical strings of the blocks of a body; the targets of links replace their ids. */
function keysOf({ package: archive, mainPart, document }: WordPackage): string[] {
  const relationships = archive.relationshipsOf(mainPart);
  const canonical = new Canonical((id) => relationships.get(id)?.target ?? id);
  return withNumberedAnchors(blockKeys(childOf(document, 'w:body')?.children ?? [], canonical));
}

/** A tree as text, to look for names in. */
export function innerXml(root: XmlElement): string {
  return Buffer.from(writeXml(root, new Namespaces())).toString();
}

/** Marks in the parts of a file, by the kind that a reader counts. */
async function marksIn(bytes: Uint8Array): Promise<Redline['counts']> {
  const { parts } = (await openWordPackage(bytes)).package;
  const xml = parts
    .filter(({ name }) => name.endsWith('.xml'))
    .map((part) => new TextDecoder().decode(part.bytes))
    .join('');
  const count = (name: RegExp): number => xml.match(new RegExp(`<w:(?:${name.source})[ />]`, 'g'))?.length ?? 0;
  return {
    insertions: count(/ins|moveTo|cellIns/) + count(/customXmlInsRangeStart/) / 2,
    deletions: count(/del|moveFrom|cellDel/) + count(/customXmlDelRangeStart/) / 2,
    moves: count(/moveFromRangeStart/),
    formatChanges: count(/\w+Change/),
  };
}

/** Makes the redline and holds it against every law that can be seen from outside. */
export async function judge(original: Uint8Array, revised: Uint8Array): Promise<Redline> {
  const redline = await writeRedline(original, revised, STAMP);
  // What was tried and given up is not counted.
  if (redline.bytes !== original) expect(redline.counts).toEqual(await marksIn(redline.bytes));
  // Our own reading, with formatting and structure.
  for (const [side, input] of [
    ['original', original],
    ['revised', revised],
  ] as const) {
    const resolved = await openWordPackage(await resolvePackage(redline.bytes, side));
    const own = await openWordPackage(await resolvePackage(input, 'revised'));
    // A field or a link may have the other document's form.
    const [got, wanted] = [keysOf(resolved), keysOf(withOriginalForms(resolved, own))];
    // Behind a table that ends the body every reader has an empty paragraph, whether it is stated or not.
    const isBehindTable = got.length === wanted.length + 1 && wanted.at(-1)?.startsWith('<w:tbl>') === true;
    if (isBehindTable) expect(got.pop()).toMatch(/\|\|><\/p>$/);
    expect(got).toEqual(wanted);
  }
  // The judge's readings, strict and by text, and the structure.
  expect(await breachesOf(original, revised, redline)).toEqual([]);
  return redline;
}

/** The same for two bodies with the same parts beside them, or with other ones. */
export function bodies(original: string, revised: string, parts: DocxParts = {}, others = parts): Promise<Redline> {
  return judge(docx(original, parts), docx(revised, others));
}
