/** The last check of a redline without revisions: its words are read from the file again. */
import type { Include } from '../../../shared/api/include.ts';
import type { LastCheck } from '../../../shared/api/last-check.ts';
import type { Block } from '../../../shared/document/model.ts';
import type { Decisions } from '../../../shared/fragment/decisions.ts';
import { decidedSides } from './decided-sides.ts';
import { shownText } from './decided-text.ts';
import { countRevisions, docxLines } from './docx-lines.ts';
import { DocxParts } from './docx-parts.ts';
import { Findings } from './findings.ts';
import { placesOnPaper, printedWords } from './missing-on-paper.ts';
import { PlaceWords, unread } from './place-words.ts';
import { readParts } from './read-parts.ts';

/** A static redline and what it was made of. */
export interface StaticDocx {
  readonly bytes: Uint8Array;
  /** The merged document. */
  readonly blocks: readonly Block[];
  readonly decisions: Decisions;
  /** What the comparison included. */
  readonly include: readonly Include[];
}

/** Checks that the file has each word that is shown, and no mark of a revision. */
export async function checkStaticDocx({ bytes, blocks, decisions, include }: StaticDocx): Promise<LastCheck> {
  const findings = new Findings();
  await findings.attempt('The file could not be checked', async () => {
    const parts = new DocxParts(await readParts(bytes));
    const left = countRevisions(parts);
    if (left > 0) findings.addWhole(unread(`The file still holds ${left} marks of tracked changes.`));
    const { main, stories } = docxLines(parts, 'revised', include);
    const { pieces } = decidedSides(blocks, decisions);
    const places = placesOnPaper(shownText(pieces), printedWords([main, stories].flat(2)), new PlaceWords(blocks));
    findings.add(places.filter(({ place }) => place.kind === 'missing'));
  });
  return findings.result();
}
