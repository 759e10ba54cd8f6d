/** The last check of a report with decisions: its list and its figures are read again. */
import type { LastCheck } from '../../../shared/api/last-check.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import { Verdicts, type Decisions } from '../../../shared/fragment/decisions.ts';
import { changeIdsOf } from '../../../shared/fragment/resolve.ts';
import { unitsOf, type Unit } from '../../../shared/fragment/units.ts';
import { plainText } from './decided-text.ts';
import { Findings } from './findings.ts';
import { htmlTree, wordLines } from './html-lines.ts';
import { placesOnPaper, printedWords } from './missing-on-paper.ts';
import { otherwise, PlaceWords } from './place-words.ts';
import { printedLines } from './printed-lines.ts';
import { allText, findAll, type Node } from './read-xml.ts';

const BODY = /<body>(.*)<\/body>/su;
const LIST = /<section class="changes">.*?<\/section>/su;
const FIGURES = /<h2>Decisions<\/h2>\n(<table>.*?<\/table>)/su;
const WORDS = { accepted: 'accepted it', rejected: 'rejected it', undecided: 'did not decide it' } as const;
const DECISIONS = { revised: 'accepted', original: 'rejected' } as const;
type Decision = keyof typeof WORDS;

/** Checks the HTML page of a report. Each unit of decision has one row, in the order of the document. */
export async function checkReport(page: string, blocks: readonly Block[], decisions: Decisions): Promise<LastCheck> {
  const findings = new Findings();
  await readReport(page, blocks, decisions, findings);
  return findings.result();
}

/** A printed report, and the page that was printed. */
export interface PrintedReport {
  readonly bytes: Uint8Array;
  readonly page: string;
  readonly blocks: readonly Block[];
  readonly decisions: Decisions;
}

/** Checks the page of a report, and that each word of it is on paper. */
export async function checkPrintedReport({ bytes, page, blocks, decisions }: PrintedReport): Promise<LastCheck> {
  const findings = new Findings();
  await readReport(page, blocks, decisions, findings);
  await findings.attempt('The printed report could not be read', async () => {
    // The style sheet prints some lines in capital letters.
    const shown = plainText(pageLines(page).map((line) => line.toLowerCase()));
    const printed = printedWords((await printedLines(bytes)).map((line) => line.toLowerCase()));
    const places = placesOnPaper(shown, printed, new PlaceWords([]));
    findings.add(places.filter(({ place }) => place.kind === 'missing'));
  });
  return findings.result();
}

async function readReport(
  page: string,
  blocks: readonly Block[],
  decisions: Decisions,
  findings: Findings,
): Promise<void> {
  await findings.attempt('The report could not be read', () => {
    const expected = decisionsOf(blocks, decisions);
    const rows = rowsOf(page);
    if (rows.length !== expected.length)
      findings.addWhole(
        otherwise(`Changes in the list of the report: ${rows.length}. Changes of the comparison: ${expected.length}.`),
      );
    else
      rows.forEach((said, at) => {
        const { decision, changeId } = expected[at]!;
        if (said === decision) return;
        const message = `Row ${at + 1} of the report says “${said}”, and you ${WORDS[decision]}.`;
        findings.add([{ place: { ...otherwise(message), changeId }, offset: at }]);
      });
    for (const [decision, said] of figuresOf(page)) {
      const count = expected.filter((each) => each.decision === decision).length;
      if (said !== count)
        findings.addWhole(otherwise(`The report counts ${said} ${decision} changes, and you have ${count}.`));
    }
  });
}

/** The lines of all that a page shows. */
function pageLines(page: string): string[] {
  return wordLines(htmlTree(`<body>${BODY.exec(page)?.[1] ?? ''}</body>`));
}

/** What was decided about each unit. A unit whose changes are decided apart is undecided. */
function decisionsOf(blocks: readonly Block[], decisions: Decisions): { decision: Decision; changeId: string }[] {
  const ids = changeIdsOf(blocks);
  const verdicts = new Verdicts(() => ids, decisions);
  const decisionOf = ({ changeIds }: Pick<Unit, 'changeIds'>): Decision => {
    const sides = new Set<Side | null>(changeIds.map((id) => verdicts.sideOf(id)));
    const [side = null] = sides;
    return sides.size > 1 || side === null ? 'undecided' : DECISIONS[side];
  };
  return unitsOf(blocks).all.map((unit) => ({ decision: decisionOf(unit), changeId: unit.changeIds[0]! }));
}

/** The word in the last column of each row of the list. */
function rowsOf(page: string): string[] {
  const list = LIST.exec(page)?.[0];
  if (list === undefined) return [];
  const [body] = findAll(htmlTree(list), 'tbody');
  return (body?.children ?? []).flatMap((row) =>
    typeof row === 'object' ? [wordOf(row.children.findLast((cell) => typeof cell === 'object'))] : [],
  );
}

function wordOf(cell: Node | undefined): string {
  return (/^\p{L}+/u.exec(cell === undefined ? '' : allText(cell))?.[0] ?? '').toLowerCase();
}

function figuresOf(page: string): [Decision, number][] {
  const table = FIGURES.exec(page)?.[1];
  if (table === undefined) throw new Error('its figures are not where they are written');
  return findAll(htmlTree(table), 'tr').flatMap((row): [Decision, number][] => {
    const [name = '', value = ''] = row.children.flatMap((cell) => (typeof cell === 'object' ? allText(cell) : []));
    const decision = name.toLowerCase();
    return decision in WORDS ? [[decision as Decision, Number(value.replaceAll(',', ''))]] : [];
  });
}
