/** The name of the document at the head of each printed page, and its number at the foot. */
import { messages } from '../strings/comparison.ts';

/** Characters that end or escape a string of CSS. */
const UNSAFE = /["\\\p{Cc}\u2028\u2029]/gu;

/** The style of the margins of printed pages. `name`: what stands at the head; it may hold any character. */
export function pageMargins(name: string): string {
  const [before, between] = messages.pageNumber;
  const box = 'color: #555; font: 8.5pt system-ui, sans-serif;';
  return `@page {
  margin: 20mm 18mm;
  @top-left { ${box} content: ${quoted(name)}; }
  @bottom-right { ${box} content: ${quoted(before)} counter(page) ${quoted(between)} counter(pages); }
}`;
}

/** A string of CSS (CSS Syntax 3, 4.3.5): an escape ends at a space. */
function quoted(text: string): string {
  return `"${text.replace(UNSAFE, (each) => `\\${each.codePointAt(0)!.toString(16)} `)}"`;
}

/** Prints this name on every page until the result is called. */
export function namePages(name: string): () => void {
  const sheet = new CSSStyleSheet({ media: 'print' });
  sheet.replaceSync(pageMargins(name));
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
