/** The style of a report, on a screen and on paper. The redline has the public stylesheet. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5dbe1, #3d4650); --muted: light-dark(#59636e, #a2adba);
  --good: light-dark(#0a6b3a, #6fd69a); --bad: light-dark(#9f2018, #ff9d93); }
@page { margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #59636e; } }
body { margin: 0 auto; max-width: 50rem; padding: 2.5rem 1.5rem; font: 0.9375rem/1.5 Inter, system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin: 2rem 0 0.5rem; break-after: avoid; }
.kicker { color: var(--muted); font-size: 0.8125rem; font-weight: 600; letter-spacing: 0.08em; margin: 0 0 0.5rem; text-transform: uppercase; }
table { border-collapse: collapse; width: 100%; }
body > :not(.redline) :is(th, td) { border-top: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: start; vertical-align: top; }
.documents { border-bottom: 1px solid var(--line); }
.documents th { color: var(--muted); font-weight: 400; white-space: nowrap; width: 9rem; }
.documents td { overflow-wrap: anywhere; }
.digest { color: var(--muted); font: 0.75rem/1.6 ui-monospace, Consolas, monospace; }
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2.5rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--muted); font-size: 0.8125rem; }
.facts dd { margin: 0; }
.answer { font-weight: 600; margin: 1.25rem 0 0; }
.figures { display: grid; gap: 0 2.5rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
.figures th { font-weight: 400; }
.figures td { font-variant-numeric: tabular-nums; padding-inline-end: 0 !important; text-align: end !important; }
.legend .diffsvc p { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.legend .moved { background: var(--diffsvc-move-bg, light-dark(#efe7fd, #35245a)); color: light-dark(#56279a, #d9c3ff); border-inline-start: 3px solid light-dark(#7a45c9, #b28cf5); padding-inline: 0.3em; }
.remarks p, .remarks ul { margin: 0.25rem 0; }
.attention { break-inside: avoid-page; }
.attention p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.attention ul { margin: 0.25rem 0 0.75rem; padding-inline-start: 1.25rem; }
.attention li { margin: 0.2rem 0; overflow-wrap: anywhere; }
.undisclosed h2 { color: var(--bad); }
.flag { font-size: 0.8125rem; margin: 0.2rem 0 0; overflow-wrap: anywhere; }
.changes th { color: var(--muted); font-size: 0.8125rem; font-weight: 600; }
.changes td:first-child { color: var(--muted); font-variant-numeric: tabular-nums; width: 3rem; }
.changes td:last-child { padding-inline-end: 0; white-space: nowrap; width: 6rem; }
.changes tr { break-inside: avoid; }
.changes thead { display: table-header-group; }
.place { color: var(--muted); display: block; font-size: 0.8125rem; }
.type { font-size: 0.8125rem; font-weight: 600; }
.text { margin-top: 0.15rem; overflow-wrap: anywhere; }
.around { color: var(--muted); }
.accepted { color: var(--good); }
.rejected { color: var(--bad); }
.undecided { color: var(--muted); }
.note { border-inline-start: 3px solid var(--line); margin-top: 0.4rem; padding-inline-start: 0.6rem; }
.note p { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
.by, .tags { color: var(--muted); font-size: 0.8125rem; margin: 0; }
.passage { break-inside: avoid; margin-bottom: 1rem; }
.passage blockquote { margin: 0; overflow-wrap: anywhere; }
.redline main { font: 1rem/1.5 "Source Serif 4", Georgia, serif; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; }
  .cover { break-after: page; }
  .redline { break-before: page; }
}
`;
