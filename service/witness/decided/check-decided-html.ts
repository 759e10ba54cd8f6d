/** The last check of an HTML redline with decisions: it is read again, and searched for removed content. */
import type { CheckedPlace, LastCheck } from '../../../shared/api/last-check.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import type { Decisions } from '../../../shared/fragment/decisions.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { formatPlaces } from './compare-formats.ts';
import { ReaderHabits, tokensOf } from './compare-tokens.ts';
import { decidedSides, keptWords, sidesToRead, type DecidedSides } from './decided-sides.ts';
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
    const check = new HtmlCheck(html, decidedSides(blocks, decisions), findings, words);
    await check.readWithScanner();
    await check.readWithSecond();
    check.search();
  });
  return findings.result();
}

class HtmlCheck {
  readonly #html: string;
  readonly #sides: DecidedSides;
  readonly #findings: Findings;
  readonly #words: PlaceWords;

  constructor(html: string, sides: DecidedSides, findings: Findings, words: PlaceWords) {
    this.#html = html;
    this.#sides = sides;
    this.#findings = findings;
    this.#words = words;
  }

  async readWithScanner(): Promise<void> {
    await this.#findings.attempt('The reader of redlines could not read the file', () => {
      const merged = scanFragment(this.#html);
      for (const side of sidesToRead(this.#sides)) {
        const rest = side === 'revised' ? ({ accept: 'all' } as const) : ({ reject: 'all' } as const);
        const blocks = this.#sides.isFinal ? merged : resolveBlocks(merged, rest);
        this.#compare(side, tokensOfBlocks(blocks));
        this.#findings.add(formatPlaces(this.#sides.texts[side], blocks, this.#words));
      }
    });
  }

  async readWithSecond(): Promise<void> {
    await this.#findings.attempt('The second reader could not read the file', () => {
      const root = htmlTree(this.#html);
      const count = this.#sides.isFinal ? countChanges(root) : 0;
      if (count > 0) this.#findings.addWhole(changesLeft(count));
      for (const side of sidesToRead(this.#sides)) this.#compare(side, tokensOf(htmlLines(root, side)));
    });
  }

  /** Searches the file for removed content. A change whose content a reader has found already is not named again. */
  search(): void {
    const expected = { words: keptWords(this.#sides), parts: { original: [], revised: [] } };
    const known = this.#findings.changesLeft();
    const removed = removedContent(this.#sides.pieces);
    for (const { text, piece } of leaksIn([searchedHtml(htmlTree(this.#html))], removed, expected)) {
      if (known.has(piece.changeId ?? '')) continue;
      const place = this.#words.inPart({ text, piece, block: piece.block }, 'html');
      this.#findings.add([{ place, offset: 0 }]);
    }
  }

  #compare(side: Side, tokens: readonly string[]): void {
    this.#findings.add(findPlaces(this.#sides.texts[side], tokens, new ReaderHabits(), this.#words));
  }
}

function changesLeft(count: number): CheckedPlace {
  const marked = count === 1 ? 'a change' : `${count} changes`;
  return {
    kind: 'left',
    text: '',
    section: '',
    message: `The file still marks ${marked} although every change is decided.`,
  };
}
