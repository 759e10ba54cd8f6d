import {
  describeCountsOf,
  describeDifferences,
  describeSameness,
  describeWarnings,
} from '../../shared/change/describe-uncompared.ts';
import type { Outcome } from '../../shared/change/uncompared.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { lookStyle, type PrintLook } from './print-look.ts';
import { escapeText, mainOf, selfContainedPage } from './self-contained-page.ts';

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
<h1>${escapeText(title)}</h1>
${writeOutcome(counts, outcome)}
</header>
${mainOf(scanFragment(fragment), fragment, look.onlyChanges)}`,
  });
}

/**
 * The answer to "are they the same?", or the counts. Content that was not compared follows, with the differences first.
 * Content that could not be kept comes last.
 */
function writeOutcome(counts: string, outcome: Outcome): string {
  const { sameness } = outcome;
  const answer = (sameness === undefined ? null : describeSameness(sameness)) ?? counts;
  return [`<p>${escapeText(answer)}</p>`, ...writeRemarks(outcome)].join('\n');
}

/** What was not compared, the differences first, and what could not be kept, as HTML. */
export function writeRemarks({ uncompared, warnings = [] }: Outcome): string[] {
  const lines: string[] = [];
  const list = (sentences: readonly string[]): string =>
    `<ul>${sentences.map((sentence) => `<li>${escapeText(sentence)}</li>`).join('')}</ul>`;
  if (uncompared?.differs) lines.push('<p>Not compared, and different:</p>', list(describeDifferences(uncompared)));
  else if (uncompared) lines.push(`<p>Not compared, and equal: ${escapeText(describeCountsOf(uncompared))}.</p>`);
  if (warnings.length > 0) lines.push(list(describeWarnings(warnings)));
  return lines;
}
