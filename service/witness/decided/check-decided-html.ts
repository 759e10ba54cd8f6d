/** The last check of an HTML redline with decisions: it is read again, and searched for removed content. */
import type { LastCheck } from '../../../shared/api/last-check.ts';
import type { Block } from '../../../shared/document/model.ts';
import type { Decisions } from '../../../shared/fragment/decisions.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { formatPlaces } from './compare-formats.ts';
import { ReaderHabits, tokensOf } from './compare-tokens.ts';
import { decidedSides, keptWords, sidesToRead } from './decided-sides.ts';
import { tokensOfBlocks } from './decided-text.ts';
import { findPlaces } from './find-places.ts';
import { Findings } from './findings.ts';
import { countChanges, htmlLines, htmlTree } from './html-lines.ts';
import { searchedHtml } from './part-words.ts';
import { PlaceWords } from './place-words.ts';
import { removedContent } from './removed-strings.ts';
import { leaksIn } from './search-package.ts';

/** A page that is read by itself holds the fragment in its `main`, which no fragment has. */
const IN_PAGE = /<main(?: class="[^"]*")?>\n(.*)\n<\/main>/su;

/**
 * Checks a redline with decisions about the changes of `blocks`: a fragment, or a page that holds one. What cannot be
 * read is a place.
 */
export async function checkDecidedHtml(
  file: string,
  blocks: readonly Block[],
  decisions: Decisions,
): Promise<LastCheck> {
  const html = IN_PAGE.exec(file)?.[1] ?? file;
  const findings = new Findings();
  const words = new PlaceWords(blocks);
  await findings.attempt('The file could not be checked', async () => {
    const sides = decidedSides(blocks, decisions);
    await findings.attempt('The reader of redlines could not read the file', () => {
      const read = scanFragment(html);
      for (const side of sidesToRead(sides)) {
        const rest = side === 'revised' ? ({ accept: 'all' } as const) : ({ reject: 'all' } as const);
        const found = sides.isFinal ? read : resolveBlocks(read, rest);
        findings.add(findPlaces(sides.texts[side], tokensOfBlocks(found), new ReaderHabits(), words));
        findings.add(formatPlaces(sides.texts[side], found, words));
      }
    });
    await findings.attempt('The second reader could not read the file', () => {
      const root = htmlTree(html);
      const left = sides.isFinal ? countChanges(root) : 0;
      if (left > 0)
        findings.addWhole({
          kind: 'left',
          text: '',
          section: '',
          message: `The file still marks ${left === 1 ? 'a change' : `${left} changes`} although every change is decided.`,
        });
      for (const side of sidesToRead(sides)) {
        const found = tokensOf(htmlLines(root, side));
        findings.add(findPlaces(sides.texts[side], found, new ReaderHabits(), words));
      }
    });
    const kept = { words: keptWords(sides), parts: { original: [], revised: [] } };
    const known = findings.changesLeft();
    for (const { text, piece } of leaksIn([searchedHtml(htmlTree(html))], removedContent(sides.pieces), kept))
      if (!known.has(piece.changeId ?? ''))
        findings.add([{ place: words.inPart({ text, piece, block: piece.block }, 'html'), offset: 0 }]);
  });
  return findings.result();
}
