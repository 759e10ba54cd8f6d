/** Writes a report as one HTML page that loads and runs nothing. It is made to be printed. */
import { describeSameness } from '../../../shared/change/describe-uncompared.ts';
import { momentFormat } from '../../../shared/in-words.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import { namedCounts } from '../../pipeline/words/describe-counts.ts';
import { lookStyle, type PrintLook } from '../pages/print-look.ts';
import { mainOf, selfContainedPage } from '../pages/self-contained-page.ts';
import { writeRemarks } from '../pages/write-page.ts';
import { attentionSections } from './attention.ts';
import { REPORT_STYLE } from './report-style.ts';
import type { Report, ReportChange, ReportNotes } from './report.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

const SIDES: Readonly<Record<Side, string>> = { original: 'Original document', revised: 'Revised document' };
const FORMATS: Readonly<Record<Report['format'], string>> = {
  docx: 'Word documents',
  pdf: 'PDF documents',
  xlsx: 'workbooks',
  pptx: 'presentations',
  html: 'HTML',
  markdown: 'Markdown',
  txt: 'plain text',
  json: 'JSON',
  csv: 'CSV',
  tsv: 'TSV',
  mixed: 'two formats',
};
const DECISIONS = { accepted: 'Accepted', rejected: 'Rejected', undecided: 'Undecided' } as const;

const moment = momentFormat('UTC');
const numbers = new Intl.NumberFormat('en');

/** The report with its redline. The same report, blocks and look give the same text. `fragment` has these blocks. */
export async function writeReport(
  report: Report,
  blocks: readonly Block[],
  fragment: string,
  look: PrintLook = {},
): Promise<string> {
  return await selfContainedPage({
    title: `Comparison report: ${report.title}`,
    style: `${REPORT_STYLE.trim()}\n${lookStyle(look)}`,
    body: [
      cover(report),
      ...attentionSections(report.attention),
      listOfChanges(report.changes),
      notesOnPassages(report.passages),
      '<section class="redline">\n<h2>Redline</h2>',
      mainOf(blocks, fragment, look.onlyChanges),
      '</section>',
    ]
      .filter((part) => part !== '')
      .join('\n'),
  });
}

function cover(report: Report): string {
  const { title, reviewer = '', date, format, fallback, outcome, units, counts } = report;
  const answer = outcome.sameness === undefined ? null : describeSameness(outcome.sameness);
  const facts = [
    ['Date', `${moment.format(new Date(date))} UTC`],
    ...(reviewer === '' ? [] : [['Reviewer', reviewer]]),
    ['Compared as', `${FORMATS[format]}${fallback ? ', as text without structure' : ''}`],
  ] as [string, string][];
  const decided = [
    ['Accepted', counts.accepted],
    ['Rejected', counts.rejected],
    ['Undecided', counts.undecided],
    ['Notes', counts.notes],
  ] as [string, number][];
  const remarks = writeRemarks(outcome);
  return `<header class="cover">
<p class="kicker">Comparison report</p>
<h1>${escapeHtml(title)}</h1>
${documents(report)}
<dl class="facts">
${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('\n')}
</dl>
${answer === null ? '' : `<p class="answer">${escapeHtml(answer)}</p>\n`}<div class="figures">
<section>
<h2>${numbers.format(units.total)} ${units.total === 1 ? 'change' : 'changes'}</h2>
<table>
${namedCounts(units)
  .map(([name, total]) => figure(capital(name), total))
  .join('\n')}
</table>
</section>
<section>
<h2>Decisions</h2>
<table>
${decided.map(([name, value]) => figure(name, value)).join('\n')}
</table>
</section>
</div>
${LEGEND}
<section class="remarks">
<h2>Not compared, and remarks</h2>
${remarks.length === 0 ? '<p>Nothing was left out, and there are no remarks.</p>' : remarks.join('\n')}
</section>
</header>`;
}

function documents({ names, digests }: Report): string {
  const rows = (['original', 'revised'] as const).map((side) => {
    const digest = digests?.fileSha256?.[side] ?? '';
    const name = names?.[side] ?? '';
    return `<tr><th scope="row">${SIDES[side]}</th><td><strong>${escapeHtml(name === '' ? 'Without a file name' : name)}</strong>${
      digest === '' ? '' : `<br><span class="digest">SHA-256 ${escapeHtml(digest)}</span>`
    }</td></tr>`;
  });
  return `<table class="documents">\n${rows.join('\n')}\n</table>`;
}

function figure(name: string, value: number): string {
  return `<tr><th scope="row">${name}</th><td>${numbers.format(value)}</td></tr>`;
}

const LEGEND = `<section class="legend">
<h2>Legend</h2>
<div class="diffsvc"><p><ins data-change-type="insert">Inserted text</ins> <del data-change-type="delete">Deleted text</del> <span data-change-type="format">Changed formatting</span> <span data-change-type="link">Changed link</span> <span data-move-id="legend" class="moved">Moved text</span></p></div>
</section>`;

function listOfChanges(changes: readonly ReportChange[]): string {
  if (changes.length === 0) return '';
  return `<section class="changes">
<h2>List of changes</h2>
<table>
<thead><tr><th scope="col">No.</th><th scope="col">Change</th><th scope="col">Decision</th></tr></thead>
<tbody>
${changes.map(row).join('\n')}
</tbody>
</table>
</section>`;
}

function row(change: ReportChange, at: number): string {
  const { type, before, after, detail, context, decision, decidedBy, notes, tags, signals, declaredBy } = change;
  const decider = decidedBy === undefined ? '' : ` <span class="by">by ${escapeHtml(decidedBy)}</span>`;
  const where = change.inContents ? ['Table of contents'] : change.place;
  const place = where.length === 0 ? '' : `<span class="place">${escapeHtml(where.join(' › '))}</span>`;
  const texts = [
    before === '' ? '' : `<del>${escapeHtml(before)}</del>`,
    after === '' ? '' : type === 'Formatting' ? escapeHtml(after) : `<ins>${escapeHtml(after)}</ins>`,
  ].join('');
  const shown =
    texts === '' && context.every((text) => text === '')
      ? ''
      : `<div class="diffsvc text">${around(context[0])}${texts}${around(context[1])}</div>`;
  const name = `<span class="type">${type}${detail === '' ? '' : `: ${escapeHtml(detail)}`}</span>`;
  const labels = tags.length === 0 ? '' : `<p class="tags">${escapeHtml(tags.join(', '))}</p>`;
  return `<tr><td>${numbers.format(at + 1)}</td><td>${place}${name}${shown}${flags(signals)}${declared(declaredBy)}${messages(notes)}${labels}</td><td class="${decision}">${DECISIONS[decision]}${decider}</td></tr>`;
}

function flags(signals: ReportChange['signals']): string {
  return signals
    .map(({ title, text }) => `<p class="flag"><b>${escapeHtml(title)}</b> ${escapeHtml(text)}</p>`)
    .join('');
}

function declared(by: ReportChange['declaredBy']): string {
  if (by === undefined) return '';
  const time =
    by.date === undefined || Number.isNaN(Date.parse(by.date)) ? '' : `, ${moment.format(new Date(by.date))} UTC`;
  return `<p class="by">Marked by ${escapeHtml(by.author === '' ? 'an unnamed author' : by.author)}${time}</p>`;
}

function around(text: string): string {
  return text === '' ? '' : `<span class="around">${escapeHtml(text)}</span>`;
}

function notesOnPassages(passages: Report['passages']): string {
  if (passages.length === 0) return '';
  const items = passages.map(
    ({ quote, messages: said }) =>
      `<div class="passage"><blockquote>${escapeHtml(quote)}</blockquote>${messages(said)}</div>`,
  );
  return `<section class="passages">\n<h2>Notes on passages</h2>\n${items.join('\n')}\n</section>`;
}

function messages(notes: ReportNotes): string {
  return notes
    .map(({ author, at, text }) => {
      const time = at === null || Number.isNaN(Date.parse(at)) ? '' : `${moment.format(new Date(at))} UTC`;
      const by = [author, time].filter((part) => part !== '').join(', ');
      return `<div class="note">${by === '' ? '' : `<span class="by">${escapeHtml(by)}</span>`}<p>${escapeHtml(text)}</p></div>`;
    })
    .join('');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
