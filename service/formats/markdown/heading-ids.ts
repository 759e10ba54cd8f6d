import type { MarkdownIt } from 'markdown-it';

type Token = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0]['tokens'][number];

/** A link inside the text: `[Payment](#payment)`, or a definition of one. */
const INSIDE = /(?:\]\(\s*<?|\]:[ \t]*<?)#/;
/** What is not in an id: everything but letters, digits, marks, connecting signs, hyphens and spaces. */
const NOT_IN_ID = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/**
 * Gives headings the ids that code hosts give them, if the text has links to places inside. A link to a heading that was
 * renumbered then leads to the same place on both sides.
 */
export function nameHeadings(converter: MarkdownIt): void {
  converter.core.ruler.push('heading_ids', (state) => {
    if (!INSIDE.test(state.src)) return;
    const times = new Map<string, number>();
    state.tokens.forEach((token, at) => {
      if (token.type !== 'heading_open') return;
      const id = textOf(state.tokens[at + 1])
        .trim()
        .toLowerCase()
        .replace(NOT_IN_ID, '')
        .replaceAll(' ', '-');
      const before = times.get(id) ?? 0;
      times.set(id, before + 1);
      token.attrSet('id', before === 0 ? id : `${id}-${before}`);
    });
  });
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map(({ type, content }) => (type.startsWith('text') || type === 'code_inline' ? content : ''))
    .join('');
}
