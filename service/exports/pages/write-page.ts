import {
  describeCountsOf,
  describeDifferences,
  describeSameness,
  describeWarnings,
} from '../../../shared/change/describe-uncompared.ts';
import { isAlignedText } from '../../../shared/document/aligned-text.ts';
import type { Outcome } from '../../../shared/change/uncompared.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { lookStyle, type PrintLook } from './print-look.ts';
import { mainOf, selfContainedPage } from './self-contained-page.ts';
import { SUMMARY_STYLE } from '../summary/summary-style.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

/** The frame around the fragment. The stylesheet styles the fragment itself. */
const FRAME = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1.5rem; max-width: 50rem; font: 1rem/1.5 system-ui, sans-serif; }
body > header { margin-bottom: 1.5rem; border-bottom: 1px solid; padding-bottom: 0.75rem; }
body > header h1 { margin: 0; font-size: 1.125rem; }
body > header p, body > header ul { margin: 0.25rem 0 0; }
`;

/**
 * One self-contained HTML page: the fragment, its stylesheet, a title, a line with the counts, and what was not
 * compared. See `mainOf` for how the fragment is fitted to paper.
 */
export async function writePage(
  title: string,
  fragment: string,
  counts: string,
  outcome: Outcome,
  look: PrintLook = {},
): Promise<string> {
  return await selfContainedPage({
    title,
    style: `${FRAME.trim()}\n${lookStyle(look)}`,
    body: `<header>
<h1>${escapeHtml(title)}</h1>
${writeOutcome(counts, outcome)}
</header>
${mainOf(scanFragment(fragment), fragment, look.onlyChanges)}`,
  });
}

/** The heads and feet of printed pages. The summary on the first page names the files itself. */
function pageHeads(head: string): string {
  const quiet = 'color: #59636e; font: 8pt Inter, system-ui, sans-serif';
  return `@page { margin: 18mm 16mm; @top-left { content: ${cssString(head)}; ${quiet}; } @bottom-right { content: counter(page) " / " counter(pages); ${quiet}; } }
@page :first { @top-left { content: none; } }`;
}

/** A text in a stylesheet. Every sign that could end it is escaped (CSS Syntax 3, 4.3.7). */
function cssString(text: string): string {
  const escaped = text.replace(/[^\p{L}\p{N} .,–-]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `);
  return `"${escaped}"`;
}

/** A redline to be printed: the summary on its first page, then the document. `head`: the line above each page. */
export async function writeRedlinePage(
  { title, head, summary, fragment }: Readonly<Record<'title' | 'head' | 'summary' | 'fragment', string>>,
  look: PrintLook,
): Promise<string> {
  return await selfContainedPage({
    title,
    style: `${FRAME.trim()}\n${pageHeads(head)}\n${SUMMARY_STYLE.trim()}\n.summary { break-after: page; }\n${lookStyle(look)}`,
    body: `${summary}\n${mainOf(scanFragment(fragment), fragment, look.onlyChanges)}`,
  });
}

/** A sheet with the document alone. Its numbers come from the stylesheet of the fragment. */
const SHEET = `
:root { color-scheme: light dark; }
body { background: light-dark(#f4f5f4, #101317); margin: 0; padding: clamp(0rem, 4vw, 2rem); }
main { background: light-dark(#ffffff, #15181d); font: 1.0625rem/1.6 'Source Serif 4', Georgia, 'Times New Roman', serif; margin: 0 auto; max-width: 47.5rem; padding: clamp(1rem, 7vw, 4rem); }
@media print { body, main { background: none; max-width: none; padding: 0; } }
`;

/** One self-contained HTML page with a document alone. `fragment` is in it as it is. */
export async function writeFinalPage(title: string, fragment: string): Promise<string> {
  const start = isAlignedText(scanFragment(fragment)) ? '<main class="diffsvc-fixed">' : '<main>';
  return await selfContainedPage({ title, style: SHEET.trim(), body: `${start}\n${fragment}\n</main>` });
}

/**
 * The answer to "are they the same?", or the counts. Content that was not compared follows, with the differences first.
 * Content that could not be kept comes last.
 */
function writeOutcome(counts: string, outcome: Outcome): string {
  const { sameness } = outcome;
  const answer = (sameness === undefined ? null : describeSameness(sameness)) ?? counts;
  return [`<p>${escapeHtml(answer)}</p>`, ...writeRemarks(outcome)].join('\n');
}

/** What was not compared, the differences first, and what could not be kept, as HTML. */
export function writeRemarks({ uncompared, warnings = [] }: Outcome): string[] {
  const lines: string[] = [];
  const list = (sentences: readonly string[]): string =>
    `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>`;
  if (uncompared?.differs) lines.push('<p>Not compared, and different:</p>', list(describeDifferences(uncompared)));
  else if (uncompared) lines.push(`<p>Not compared, and equal: ${escapeHtml(describeCountsOf(uncompared))}.</p>`);
  if (warnings.length > 0) lines.push(list(describeWarnings(warnings)));
  return lines;
}
