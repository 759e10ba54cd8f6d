/** The last check of a printed redline with decisions: its words are read from the pages again. */
import type { CheckedPlace, LastCheck } from '../../../shared/api/last-check.ts';
import { SUMMARY_END } from '../../../shared/change/summary-end.ts';
import type { Block } from '../../../shared/document/model.ts';
import type { Decisions } from '../../../shared/fragment/decisions.ts';
import { decidedSides, keptWords } from './decided-sides.ts';
import { lettersOf, shownText } from './decided-text.ts';
import { Findings } from './findings.ts';
import type { Piece } from './merged-pieces.ts';
import { placesOnPaper, printedWords } from './missing-on-paper.ts';
import { PlaceWords } from './place-words.ts';
import { printedLines } from './printed-lines.ts';
import { removedContent } from './removed-strings.ts';
import { leaksIn } from './search-package.ts';

/** A printed redline and what it was made of. */
export interface DecidedPdf {
  readonly bytes: Uint8Array;
  /** The merged document. */
  readonly blocks: readonly Block[];
  readonly decisions: Decisions;
  /** Whether the print leaves out what is far from any change. Then no word is looked for that may be left out. */
  readonly onlyChanges: boolean;
  /** Whether a summary is in front. It quotes changes, whatever was decided about them. */
  readonly hasSummary: boolean;
}

/**
 * Checks the print. Paper also shows what no decision is about: numbers of clauses and pages, names, and heads of
 * tables once more. So a further word is a fault only if the decisions remove it there. Pictures are not compared.
 */
export async function checkDecidedPdf(print: DecidedPdf): Promise<LastCheck> {
  const { bytes, blocks, decisions, onlyChanges, hasSummary } = print;
  const findings = new Findings();
  const words = new PlaceWords(blocks);
  await findings.attempt('The printed file could not be read', async () => {
    const sides = decidedSides(blocks, decisions);
    const lines = await printedLines(bytes);
    const found = printedWords(hasSummary ? withoutSummary(lines) : lines);
    const places = placesOnPaper(shownText(sides.pieces), found, words);
    const isRemoved = removedTexts(sides.pieces);
    findings.add(places.filter(({ place }) => (place.kind === 'missing' ? !onlyChanges : isRemoved(place))));
    const part = { name: 'print', digest: '', text: found, values: [] };
    const kept = { words: keptWords(sides), parts: { original: [], revised: [] } };
    const known = findings.changesLeft();
    for (const { text, piece } of leaksIn([part], removedContent(sides.pieces), kept))
      if (!known.has(piece.changeId ?? ''))
        findings.add([{ place: words.left({ text, piece, block: piece.block }), offset: 0 }]);
  });
  return findings.result();
}

/** The lines behind the summary. */
function withoutSummary(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findIndex((line) => line.includes(SUMMARY_END)) + 1);
}

/** Whether the text of a place is of what the decisions remove there. */
function removedTexts(pieces: readonly Piece[]): (place: CheckedPlace) => boolean {
  const texts = new Map<string, string>();
  for (const { isKept, changeId, text } of pieces)
    if (!isKept && changeId !== null) texts.set(changeId, (texts.get(changeId) ?? '') + lettersOf(text));
  return ({ changeId, text }) => changeId !== undefined && (texts.get(changeId) ?? '').includes(lettersOf(text));
}
