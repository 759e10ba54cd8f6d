import { readFile } from 'node:fs/promises';
import { isAlignedText } from '../../shared/document/aligned-text.ts';
import {
  describeCountsOf,
  describeDifferences,
  describeSameness,
  describeWarnings,
} from '../../shared/change/describe-uncompared.ts';
import type { Outcome } from '../../shared/change/uncompared.ts';
import { bandTables, PAGE_EMS } from '../../shared/document/column-bands.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { writeFragment } from '../../shared/fragment/write.ts';

const STYLESHEET = new URL('../../renderer/styles/diffsvc.css', import.meta.url);

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
 * compared. Plain text with aligned columns has a monospaced font. Tables that are wider than the paper are cut into
 * bands of columns. The page loads and runs nothing, and its content policy enforces this.
 */
export async function writePage(title: string, fragment: string, counts: string, outcome: Outcome): Promise<string> {
  const stylesheet = await readFile(STYLESHEET, 'utf8');
  const blocks = scanFragment(fragment);
  const banded = bandTables(blocks, PAGE_EMS);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>
${stylesheet.trim()}
${FRAME.trim()}
</style>
</head>
<body>
<header>
<h1>${escapeText(title)}</h1>
${writeOutcome(counts, outcome)}
</header>
<main${isAlignedText(blocks) ? ' class="diffsvc-fixed"' : ''}>
${banded === blocks ? fragment : writeFragment(banded)}
</main>
</body>
</html>
`;
}

/**
 * The answer to "are they the same?", or the counts; then what was not compared, the differences first, and what could
 * not be kept.
 */
function writeOutcome(counts: string, { sameness, uncompared, warnings = [] }: Outcome): string {
  const answer = (sameness === undefined ? null : describeSameness(sameness)) ?? counts;
  const lines = [`<p>${escapeText(answer)}</p>`];
  if (uncompared?.differs) {
    const items = describeDifferences(uncompared).map((sentence) => `<li>${escapeText(sentence)}</li>`);
    lines.push('<p>Not compared, and different:</p>', `<ul>${items.join('')}</ul>`);
  } else if (uncompared) lines.push(`<p>Not compared, and equal: ${escapeText(describeCountsOf(uncompared))}.</p>`);
  if (warnings.length > 0)
    lines.push(
      `<ul>${describeWarnings(warnings)
        .map((sentence) => `<li>${escapeText(sentence)}</li>`)
        .join('')}</ul>`,
    );
  return lines.join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
