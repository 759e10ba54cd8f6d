/**
 * Whether LibreOffice's own accept-all and reject-all of a redline give the words of the inputs. Where they do not, its own
 * comparison of the same pair says whether it can at all.
 */
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { convertAll, libreOfficeRevisions, libreOfficeText, type Conversion } from '../docx/libreoffice-text.ts';
import { agreementOf, wordsOf } from '../docx/words.ts';

/** A redline with what it was made of. */
export interface OfficePair {
  readonly name: string;
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  readonly redline: Uint8Array;
}

/** One reading of one redline that LibreOffice gives other words for. */
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
  const own = disagreements.map(({ pair, revisions }): Conversion => ownComparison(pair, revisions));
  await convertAll([
    ...own,
    ...disagreements.map(({ pair }): Conversion => ({ bytes: pair.redline, revisions: 'keep' })),
  ]);
  const lines: string[] = [];
  const reasons = { formula: 0, dropped: 0, own: 0, ours: 0 };
  for (const [index, { pair, revisions, what }] of disagreements.entries()) {
    const reason = (await hasTrackedFormula(pair.redline))
      ? 'formula'
      : (await libreOfficeRevisions({ bytes: pair.redline, revisions: 'keep' })) === 0
        ? 'dropped'
        : (await difference(own[index]!, pair, revisions)) !== null
          ? 'own'
          : 'ours';
    reasons[reason] += 1;
    lines.push(`LibreOffice ${pair.name} ${revisions} (${REASONS[reason]}): ${what}`);
  }
  return [
    `LibreOffice agrees on ${compared - disagreements.length} of ${compared} readings; of the others ${reasons.formula} have formulas in revisions, ${reasons.dropped} are of files all of whose revisions it drops when it opens them, ${reasons.own} it gets wrong in its own comparison too, ${reasons.ours} are left`,
    ...lines.sort(),
  ];
}

const REASONS = {
  formula: 'formulas, which it does not track',
  dropped: 'all revisions dropped on opening',
  own: 'its own comparison fails as well',
  ours: 'unexplained',
} as const;

function ownComparison({ original, revised }: OfficePair, revisions: 'accept' | 'reject'): Conversion {
  return { bytes: revised, against: original, revisions };
}

/** How the words of a converted file differ from those of the input; null when they do not, `unreadable` when the input is. */
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
