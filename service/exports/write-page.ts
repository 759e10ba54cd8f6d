import { readFile } from 'node:fs/promises';
import { isAlignedText } from '../../shared/document/aligned-text.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';

const STYLESHEET = new URL('../../renderer/styles/diffsvc.css', import.meta.url);

/** The frame around the fragment. The stylesheet styles the fragment itself. */
const FRAME = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 1.5rem; max-width: 50rem; font: 1rem/1.5 system-ui, sans-serif; }
body > header { margin-bottom: 1.5rem; border-bottom: 1px solid; padding-bottom: 0.75rem; }
body > header h1 { margin: 0; font-size: 1.125rem; }
body > header p { margin: 0.25rem 0 0; }
`;

/**
 * One self-contained HTML page: the fragment, its stylesheet, a title and a line with the counts. Plain text with
 * aligned columns has a monospaced font. The page loads and runs nothing, and its content policy enforces this.
 */
export async function writePage(title: string, fragment: string, counts: string): Promise<string> {
  const stylesheet = await readFile(STYLESHEET, 'utf8');
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
<p>${escapeText(counts)}</p>
</header>
<main${isAlignedText(scanFragment(fragment)) ? ' class="diffsvc-fixed"' : ''}>
${fragment}
</main>
</body>
</html>
`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
