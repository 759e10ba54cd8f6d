/** The last check of a DOCX with decisions: it is read again by three readers, and searched as a package. */
import type { Include } from '../../../shared/api/include.ts';
import type { CheckedPlace, LastCheck } from '../../../shared/api/last-check.ts';
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import type { Decisions } from '../../../shared/fragment/decisions.ts';
import { project } from '../../../shared/fragment/project.ts';
import { withComparedPictures } from '../../formats/compared-pictures.ts';
import { readDocx } from '../../formats/docx/read-docx.ts';
import { mammothText } from '../mammoth-text.ts';
import { LINE_END, ReaderHabits, tokensOf } from './compare-tokens.ts';
import { decidedSides, keptWords, sidesToRead, type DecidedSides } from './decided-sides.ts';
import { readingOfBlocks, tokensOfBlocks, withoutLineEnds } from './decided-text.ts';
import { formatPlaces } from './compare-formats.ts';
import { countRevisions, docxLines, type DocxLines } from './docx-lines.ts';
import { DocxParts } from './docx-parts.ts';
import { findPlaces } from './find-places.ts';
import { Findings } from './findings.ts';
import { PlaceWords } from './place-words.ts';
import { readParts, type Part } from './read-parts.ts';
import { searchedPart } from './part-words.ts';
import { removedContent } from './removed-strings.ts';
import { leaksIn } from './search-package.ts';
import { inOrderOf, type Reading } from './story-order.ts';

/** A written DOCX and what it was made of. */
export interface DecidedDocx {
  readonly bytes: Uint8Array;
  /** The merged document. */
  readonly blocks: readonly Block[];
  readonly decisions: Decisions;
  /** What the comparison included. */
  readonly include: readonly Include[];
  /** The compared files, if they are DOCX. Null: the file was written anew from the merged document. */
  readonly sources: Readonly<Record<Side, Uint8Array>> | null;
  /** The file with all its revisions rejected, by the writer's own rules. */
  readonly reject: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** Checks the file. What cannot be read is a place; nothing is thrown for a bad file. */
export async function checkDecidedDocx(file: DecidedDocx): Promise<LastCheck> {
  const findings = new Findings();
  await findings.attempt('The file could not be checked', async () => {
    const sides = decidedSides(file.blocks, file.decisions);
    const parts = await readParts(file.bytes);
    const check = new DocxCheck(file, sides, findings);
    for (const side of sidesToRead(sides)) await check.readWithOurs(side);
    const sources = { original: await check.sourceParts('original'), revised: await check.sourceParts('revised') };
    await check.readWithSecond(parts, sources);
    await check.readWithMammoth();
    check.search(parts, sources);
  });
  return findings.result();
}

class DocxCheck {
  readonly #file: DecidedDocx;
  readonly #sides: DecidedSides;
  readonly #findings: Findings;
  readonly #words: PlaceWords;

  constructor(file: DecidedDocx, sides: DecidedSides, findings: Findings) {
    this.#file = file;
    this.#sides = sides;
    this.#findings = findings;
    this.#words = new PlaceWords(file.blocks);
  }

  async sourceParts(side: Side): Promise<readonly Part[]> {
    return this.#file.sources === null ? [] : await readParts(this.#file.sources[side]);
  }

  async readWithOurs(side: Side): Promise<void> {
    const { bytes, include, reject } = this.#file;
    await this.#findings.attempt('The reader of documents could not read the file', async () => {
      const { document } = await readDocx(side === 'revised' ? bytes : await reject(bytes), { include });
      const [shown] = include.includes('pictures') ? withComparedPictures(document, document) : [document];
      const decided = this.#sides.texts[side];
      const found = inOrderOf(decided.reading, readingOfBlocks(shown.blocks));
      this.#findings.add(findPlaces(decided, found, new ReaderHabits(), this.#words));
      this.#findings.add(formatPlaces(decided, shown.blocks, this.#words));
    });
  }

  async readWithSecond(parts: readonly Part[], sources: Readonly<Record<Side, readonly Part[]>>): Promise<void> {
    const { include, blocks } = this.#file;
    await this.#findings.attempt('The second reader could not read the file', () => {
      const opened = new DocxParts(parts);
      const left = this.#sides.isFinal ? countRevisions(opened) : 0;
      if (left > 0) this.#findings.addWhole(revisionsLeft(left));
      const compared: [readonly string[], readonly string[]][] = [];
      for (const side of this.#sourceSides()) {
        const read = readingOf(docxLines(new DocxParts(sources[side]), 'revised', include));
        const source = project(blocks, side);
        compared.push([tokensOfBlocks(source), inOrderOf(readingOfBlocks(source), read)]);
      }
      for (const side of sidesToRead(this.#sides)) {
        const decided = this.#sides.texts[side];
        const found = inOrderOf(decided.reading, readingOf(docxLines(opened, side, include)));
        this.#findings.add(findPlaces(decided, found, habitsFrom(compared), this.#words));
      }
    });
  }

  /** Mammoth ends paragraphs at other places, and reads no headers, footers and pictures. It accepts all revisions. */
  async readWithMammoth(): Promise<void> {
    const { bytes, blocks, sources } = this.#file;
    const read = async (file: Uint8Array): Promise<string[]> => withoutEnds(tokensOf([await mammothText(file)]));
    await this.#findings.attempt('The third reader, mammoth, could not read the file', async () => {
      const compared: [readonly string[], readonly string[]][] = [];
      for (const side of this.#sourceSides())
        compared.push([withoutEnds(tokensOfBlocks(project(blocks, side))), await read(sources![side])]);
      const decided = withoutLineEnds(this.#sides.texts.revised);
      const options = { isLoose: true };
      this.#findings.add(findPlaces(decided, await read(bytes), habitsFrom(compared), this.#words, options));
    });
  }

  /** What a reader found in the text is not named again as content of the same part. */
  search(parts: readonly Part[], sources: Readonly<Record<Side, readonly Part[]>>): void {
    const { texts, pieces } = this.#sides;
    const known = this.#findings.changesLeft();
    const kept = {
      words: keptWords(this.#sides),
      parts: { original: sources.original.map(searchedPart), revised: sources.revised.map(searchedPart) },
    };
    for (const { text, piece, part } of leaksIn(parts.map(searchedPart), removedContent(pieces), kept)) {
      if (known.has(piece.changeId ?? '') && TEXT_PART.test(part)) continue;
      const at = pieces.findIndex(({ block }) => block === piece.block);
      const place = this.#words.inPart({ text, piece, block: piece.block }, part);
      this.#findings.add([{ place, offset: texts.revised.pieceOffsets[at] ?? 0 }]);
    }
  }

  #sourceSides(): readonly Side[] {
    return this.#file.sources === null ? [] : BOTH_SIDES;
  }
}

/** Parts whose text the readers compare. */
const TEXT_PART = /(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/u;

/** Each reading of the file has the habits anew, because it uses them up. */
function habitsFrom(compared: readonly (readonly [readonly string[], readonly string[]])[]): ReaderHabits {
  const habits = new ReaderHabits();
  for (const [blocks, read] of compared) habits.learn(blocks, read);
  return habits;
}

function readingOf({ main, stories }: DocxLines): Reading {
  return { main: tokensOf(main), stories: stories.map(tokensOf) };
}

function withoutEnds(tokens: readonly string[]): string[] {
  return tokens.filter((token) => token !== LINE_END);
}

function revisionsLeft(count: number): CheckedPlace {
  const marks = count === 1 ? 'a mark of a tracked change' : `${count} marks of tracked changes`;
  return {
    kind: 'left',
    text: '',
    section: '',
    message: `The file still holds ${marks} although every change is decided.`,
  };
}
