/**
 * Checks that LibreOffice's accept-all and reject-all of a redline have the words of the inputs. Where they differ,
 * LibreOffice also compares the pair itself and stores the result as DOCX. That shows whether it can keep these words.
 */
import { openWordPackage } from '../../../../service/ooxml/package.ts';
import { isElement, type XmlElement } from '../../../../service/ooxml/xml-tree.ts';
import {
  convertAll,
  convertedFile,
  libreOfficeRevisions,
  libreOfficeText,
  type Conversion,
} from '../docx/libreoffice-text.ts';
import { agreementOf, wordsOf } from '../docx/words.ts';

/** A redline with what it was made of. */
export interface OfficePair {
  readonly name: string;
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  readonly redline: Uint8Array;
}

/** One resolved redline whose words differ in LibreOffice. */
interface Disagreement {
  readonly pair: OfficePair;
  readonly revisions: 'accept' | 'reject';
  readonly what: string;
}

/** The lines to print: how many readings agree, and why each of the others does not. */
export async function officeAgreement(pairs: readonly OfficePair[]): Promise<string[]> {
  await convertAll(
    pairs.flatMap(({ original, revised, redline }): Conversion[] => [
      { bytes: original, revisions: 'accept' },
      { bytes: revised, revisions: 'accept' },
      { bytes: redline, revisions: 'accept' },
      { bytes: redline, revisions: 'reject' },
    ]),
  );
  let compared = 0;
  const disagreements: Disagreement[] = [];
  for (const pair of pairs) {
    for (const revisions of ['accept', 'reject'] as const) {
      const what = await difference({ bytes: pair.redline, revisions }, pair, revisions);
      if (what === 'unreadable') continue;
      compared += 1;
      if (what !== null) disagreements.push({ pair, revisions, what });
    }
  }
  const pairsLeft = [...new Set(disagreements.map(({ pair }) => pair))];
  const brokenByItself = await brokenRoundTrips(pairsLeft);
  await convertAll(pairsLeft.map(({ redline }): Conversion => ({ bytes: redline, revisions: 'keep' })));
  const lines: string[] = [];
  let ours = 0;
  for (const { pair, revisions, what } of disagreements) {
    const byItself = brokenByItself.get(pair);
    if (byItself === undefined) ours += 1;
    const why = (await hasTrackedFormula(pair.redline))
      ? 'a formula in a revision; '
      : (await libreOfficeRevisions({ bytes: pair.redline, revisions: 'keep' })) === 0
        ? 'all revisions dropped on opening; '
        : '';
    const own = byItself === undefined ? 'its own redline comes through' : `its own redline is lost too: ${byItself}`;
    lines.push(`LibreOffice ${pair.name} ${revisions} (${why}${own}): ${what}`);
  }
  return [
    `LibreOffice agrees on ${compared - disagreements.length} of ${compared} readings; of the others ${disagreements.length - ours} are of pairs whose redline by itself it loses in its own DOCX as well, ${ours} are left`,
    ...lines.sort(),
  ];
}

/**
 * The pairs that LibreOffice itself does not round-trip, with a description. Its own comparison, stored as DOCX and
 * opened again, has lost words of one of the files.
 */
async function brokenRoundTrips(pairs: readonly OfficePair[]): Promise<Map<OfficePair, string>> {
  const own = (pair: OfficePair): Conversion => ({
    bytes: pair.revised,
    against: pair.original,
    revisions: 'keep',
    to: 'docx',
  });
  await convertAll(pairs.map(own));
  const stored = pairs.map((pair) => ({ pair, bytes: convertedFile(own(pair)) }));
  await convertAll(
    stored.flatMap(({ bytes }) =>
      bytes === null ? [] : (['accept', 'reject'] as const).map((revisions): Conversion => ({ bytes, revisions })),
    ),
  );
  const broken = new Map<OfficePair, string>();
  for (const { pair, bytes } of stored) {
    for (const revisions of ['reject', 'accept'] as const) {
      const what = bytes === null ? 'cannot be written' : await difference({ bytes, revisions }, pair, revisions);
      if (what !== null && what !== 'unreadable') broken.set(pair, `${revisions} ${what.slice(0, 60)}`);
    }
  }
  return broken;
}

/**
 * The differences between the words of a converted file and the input's. Null if there are none, `unreadable` if the
 * input is.
 */
async function difference(
  conversion: Conversion,
  { original, revised }: OfficePair,
  revisions: 'accept' | 'reject',
): Promise<string | null> {
  const input = revisions === 'accept' ? revised : original;
  const wanted = await libreOfficeText({ bytes: input, revisions: 'accept' });
  if (wanted === null) return 'unreadable';
  const got = await libreOfficeText(conversion);
  if (got === null) return 'cannot be opened';
  const [a, b] = [wordsOf(got), wordsOf(wanted)];
  // Where it puts the spaces of its own file does not count.
  if (a.join('') === b.join('')) return null;
  const { missing, extra } = agreementOf(a, b);
  const list = (words: typeof missing): string =>
    words
      .slice(0, 8)
      .map(({ word }) => word)
      .join(' ');
  return `missing ${list(missing)} | extra ${list(extra)}`;
}

async function hasTrackedFormula(bytes: Uint8Array): Promise<boolean> {
  const { document } = await openWordPackage(bytes);
  const visit = (node: XmlElement, within: boolean): boolean =>
    (within && node.name === 'm:oMath') ||
    node.children.some(
      (child) => isElement(child) && visit(child, within || /^w:(?:ins|del|moveFrom|moveTo)$/.test(node.name)),
    );
  return visit(document, false);
}
