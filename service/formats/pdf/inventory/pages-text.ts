/** Formats ascending page numbers: "page 3", "pages 1–4, 7". */
export function pagesText(pages: readonly number[]): string {
  const spans: string[] = [];
  for (let index = 0; index < pages.length;) {
    let end = index;
    while (pages[end + 1] === pages[end]! + 1) end++;
    spans.push(end > index ? `${pages[index]!}–${pages[end]!}` : String(pages[index]!));
    index = end + 1;
  }
  return `${pages.length > 1 ? 'pages' : 'page'} ${spans.join(', ')}`;
}
