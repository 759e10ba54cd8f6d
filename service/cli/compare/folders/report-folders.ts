/** What is printed and written of two compared folders. */
import { unitCountsOf } from '../../../../shared/change/unit-counts.ts';
import { table } from '../../input/data-directory-options.ts';
import { jsonText } from '../../output/json-text.ts';
import { printableLine } from '../../../printable.ts';
import { FOLDERS } from '../../strings/compare.ts';
import type { ComparisonView } from '../compare-options.ts';
import type { FolderComparison, FolderRow } from './compare-folders.ts';
import { escapeHtml } from '../../../../shared/escape-html.ts';

/** How many files there are of each status. */
export function totalsOf(rows: readonly FolderRow[]): Readonly<Record<FolderRow['status'], number>> {
  const totals = { same: 0, renamed: 0, different: 0, only_original: 0, only_revised: 0, failed: 0 };
  for (const { status } of rows) totals[status] += 1;
  return totals;
}

/** A table of what differs, and a line with the totals. `--brief` has one line for each file that differs. */
export function reportFolders(
  folders: readonly [string, string],
  compared: FolderComparison,
  view: Pick<ComparisonView, 'shows'>,
): string {
  if (view.shows === 'json') return `${jsonText(folderAnswer(folders, compared))}\n`;
  const { rows, leftOut } = compared;
  const differing = rows.filter(({ status }) => status !== 'same');
  if (view.shows === 'brief')
    return differing.map((row) => `${FOLDERS.briefly(row.status, pathOf(row))}${noteAfter(row)}\n`).join('');
  const lines = differing.map((row) => [
    FOLDERS.status[row.status],
    row.summary === undefined ? '' : FOLDERS.changes(unitCountsOf(row.summary).total, row.hidden ?? 0),
    row.words === undefined ? '' : FOLDERS.words(row.words.added, row.words.removed),
    `${pathOf(row)}${noteAfter(row)}`,
  ]);
  return `${lines.length === 0 ? '' : `${table([[...FOLDERS.head], ...lines])}\n`}${FOLDERS.totals(totalsOf(rows), leftOut.length)}\n`;
}

/** The path of a row as a person reads it. */
export function pathOf({ original, revised }: Pick<FolderRow, 'original' | 'revised'>): string {
  if (original !== null && revised !== null && original !== revised)
    return `${printableLine(original)} → ${printableLine(revised)}`;
  return printableLine(revised ?? original ?? '');
}

function noteAfter({ note }: FolderRow): string {
  return note === undefined ? '' : ` (${printableLine(note)})`;
}

/** The whole result as data. */
export function folderAnswer(folders: readonly [string, string], { rows, leftOut }: FolderComparison): object {
  return {
    schemaVersion: 'diffsvc.folders.v1',
    original: folders[0],
    revised: folders[1],
    totals: totalsOf(rows),
    files: rows,
    leftOut,
  };
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1.5rem; max-width: 70rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.35rem 0.75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); text-align: start; vertical-align: top; }
td.number { text-align: end; font-variant-numeric: tabular-nums; }
td.path { overflow-wrap: anywhere; }
small { display: block; }
`;

/** The index: one HTML page with every file, and a link to the redline of each that has one. It loads and runs nothing. */
export function folderIndex(folders: readonly [string, string], { rows, leftOut }: FolderComparison): string {
  const title = `${folders[0]} → ${folders[1]}`;
  const lines = rows.map((row) => {
    const path = escapeHtml(pathOf(row));
    const linked = row.page === undefined ? path : `<a href="${escapeHtml(encodeURI(row.page))}">${path}</a>`;
    const note = row.note === undefined ? '' : `<small>${escapeHtml(row.note)}</small>`;
    const cells = [
      `<td>${escapeHtml(FOLDERS.status[row.status])}</td>`,
      `<td class="number">${row.summary === undefined ? '' : unitCountsOf(row.summary).total}</td>`,
      `<td class="number">${row.words?.added ?? ''}</td>`,
      `<td class="number">${row.words?.removed ?? ''}</td>`,
      `<td class="path">${linked}${note}</td>`,
    ];
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(FOLDERS.totals(totalsOf(rows), leftOut.length))}</p>
<div class="wide">
<table>
<thead><tr>${FOLDERS.indexHead.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>
</div>
</body>
</html>
`;
}
