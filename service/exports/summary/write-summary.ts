/** Writes the page in front of a redline: what was compared, by whom, what was found and what to look at first. */
import { describeSameness } from '../../../shared/change/describe-uncompared.ts';
import { SUMMARY_END } from '../../../shared/change/summary-end.ts';
import { BOTH_SIDES, type Side } from '../../../shared/document/model.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { momentFormat } from '../../../shared/in-words.ts';
import { unlikeNames } from '../../../shared/file-names/unlike-names.ts';
import type { MarkProfileName } from '../../../shared/api/mark-profiles.ts';
import { describeReference } from '../../../shared/signals/references.ts';
import { namedCounts } from '../../pipeline/words/describe-counts.ts';
import { writeRemarks } from '../pages/write-page.ts';
import type { Report, ReportChange } from '../report/report.ts';
import { markCss } from '../../../shared/marks/mark-css.ts';

/** Rows of each list. The page has room for so many, and the redline has the rest. */
const ROWS_MAX = { matters: 10, unmarked: 6, references: 4 } as const;
/** Characters of a text that is quoted. */
const QUOTED_MAX = 90;

const SIDES: Readonly<Record<Side, string>> = { original: 'Original', revised: 'Revised' };
const day = momentFormat('UTC');
const numbers = new Intl.NumberFormat('en');

/** The page as a section of HTML. */
export function writeSummary(report: Report, marks: MarkProfileName): string {
  return `<section class="summary">
${heading(report)}
${compared(report)}
${counted(report)}
${legend(marks)}
${listed('matters', 'What matters', mattersIn(report), ROWS_MAX.matters)}
${unmarked(report)}
${listed('references', 'References to clauses with another number', report.attention.references.map(describeReference).map(escapeHtml), ROWS_MAX.references)}
${remarks(report)}
${foot(report)}
</section>`;
}

function heading({ title, names }: Report): string {
  const unlike = names === undefined ? null : unlikeNames(names.original, names.revised);
  const [first, second] =
    unlike === null || unlike.original === ''
      ? [unlike?.shared || title, '']
      : [unlike.shared, `${unlike.original} against ${unlike.revised}`];
  const lines = first === '' ? [second, ''] : [first, second];
  const below = lines[1] === '' ? '' : `\n<p class="against">${escapeHtml(lines[1]!)}</p>`;
  return `<p class="kicker">Redline</p>\n<h1>${escapeHtml(lines[0]!)}</h1>${below}`;
}

function compared({ names, date, reviewer = '' }: Report): string {
  const sides = BOTH_SIDES.map((side): [string, string] => [SIDES[side], names?.[side] ?? '']);
  const rows: [string, string][] = [...sides, ['Compared', `${day.format(new Date(date))} UTC`], ['By', reviewer]];
  const shown = rows.filter(([, value]) => value !== '');
  return `<table class="facts">\n${shown.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escapeHtml(value)}</td></tr>`).join('\n')}\n</table>`;
}

function counted({ units, counts, outcome }: Report): string {
  const answer = outcome.sameness === undefined ? null : describeSameness(outcome.sameness);
  const total = `${numbers.format(units.total)} ${units.total === 1 ? 'change' : 'changes'}`;
  const kinds = namedCounts(units).map(([name, count]) => `${numbers.format(count)} ${name}`);
  const isDecided = counts.accepted + counts.rejected > 0;
  const decided = `Decided: ${counts.accepted} accepted, ${counts.rejected} rejected, ${counts.undecided} open.`;
  return [
    `<p class="total"><b>${total}</b>${kinds.length === 0 ? '' : ` ${escapeHtml(kinds.join(', '))}`}</p>`,
    ...(answer === null ? [] : [`<p>${escapeHtml(answer)}</p>`]),
    ...(isDecided ? [`<p>${decided}</p>`] : []),
  ].join('\n');
}

function legend(marks: MarkProfileName): string {
  const samples = [
    ['insert', 'inserted'],
    ['delete', 'deleted'],
    ['moveTo', 'moved here'],
    ['moveFrom', 'moved away'],
    ['format', 'other formatting'],
  ] as const;
  const words = samples.map(([kind, text]) => `<span style="${markCss(marks, kind)}">${text}</span>`);
  return `<p class="marks">${words.join(' ')}</p>`;
}

function mattersIn({ changes }: Report): string[] {
  return changes.flatMap((change) => {
    const [signal] = change.signals;
    if (signal === undefined) return [];
    const text = signal.text === '' ? wordsOf(change) : signal.text;
    return [`${place(change)}<b>${escapeHtml(signal.title)}</b> ${escapeHtml(shortened(text))}`];
  });
}

/** The clause of a change: its number, or else the nearest heading. */
function place({ place: around }: ReportChange): string {
  const nearest = around.at(-1) ?? '';
  return nearest === '' ? '' : `<span class="clause">${escapeHtml(shortened(nearest))}</span> `;
}

function wordsOf({ before, after }: ReportChange): string {
  return [before, after].filter((text) => text !== '').join(' → ');
}

function unmarked({ attention: { undisclosed } }: Report): string {
  if (undisclosed === undefined || undisclosed.items.length === 0) return '';
  const { length } = undisclosed.items;
  const title =
    length === 1
      ? '1 edit is not tracked in the revised document'
      : `${length} edits are not tracked in the revised document`;
  const items = undisclosed.items.map(({ sentence, where }) => {
    const clause = where === undefined ? '' : `<span class="clause">${escapeHtml(shortened(where))}</span> `;
    return `${clause}${escapeHtml(shortened(sentence))}`;
  });
  return listed('unmarked', title, items, ROWS_MAX.unmarked);
}

/** A list of HTML items. What has no room is counted. */
function listed(name: string, title: string, items: readonly string[], most: number): string {
  if (items.length === 0) return '';
  const more = items.length - most;
  const shown = items.slice(0, most).map((item) => `<li>${item}</li>`);
  const rest = more > 0 ? [`<li class="more">${more} more in the redline.</li>`] : [];
  return `<section class="${name}">\n<h2>${title}</h2>\n<ul>\n${[...shown, ...rest].join('\n')}\n</ul>\n</section>`;
}

function remarks({ outcome }: Report): string {
  const lines = writeRemarks(outcome);
  return lines.length === 0
    ? ''
    : `<section class="remarks">\n<h2>Not compared, and remarks</h2>\n${lines.join('\n')}\n</section>`;
}

function foot({ digests }: Report): string {
  const lines = BOTH_SIDES.flatMap((side) => {
    const digest = digests?.fileSha256?.[side];
    return digest === undefined ? [] : [`${SIDES[side]}: SHA-256 ${escapeHtml(digest)}`];
  });
  return `<footer>\n${[SUMMARY_END, ...lines].map((line) => `<p>${line}</p>`).join('\n')}\n</footer>`;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= QUOTED_MAX ? text : `${characters.slice(0, QUOTED_MAX).join('').trimEnd()}…`;
}
