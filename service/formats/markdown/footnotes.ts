import type { MarkdownIt } from 'markdown-it';
import footnote from 'markdown-it-footnote';

type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0];
type Token = CoreState['tokens'][number];

/** A footnote in the order of references, with a definition of its own or written inline. */
interface Footnote {
  readonly label?: string;
  readonly content?: string;
  readonly tokens?: Token[];
}

/** Reads footnotes as a list at the end. The generated rule above it and the links back are left out. */
export function readFootnotes(converter: MarkdownIt): void {
  converter.use(footnote);
  converter.core.ruler.at('footnote_tail', gatherFootnotes);
  converter.renderer.rules['footnote_block_open'] = () => '<section>\n<ol>\n';
}

/** Moves the footnotes to the end. The plugin's own rule copies all tokens for each footnote, which is quadratic. */
function gatherFootnotes(state: CoreState): void {
  const footnotes = (state.env as { footnotes?: { list?: readonly Footnote[] } }).footnotes;
  if (footnotes === undefined) return;
  const definitions = new Map<string, Token[]>();
  const tokens: Token[] = [];
  let open: Token[] | undefined;
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') {
      open = [];
      definitions.set((token.meta as { label: string }).label, open);
    } else if (token.type === 'footnote_reference_close') open = undefined;
    else (open ?? tokens).push(token);
  }
  state.tokens = tokens;
  const { list } = footnotes;
  if (list === undefined) return;
  const add = (type: string, tag: string, nesting: -1 | 0 | 1): Token => {
    const token = new state.Token(type, tag, nesting);
    tokens.push(token);
    return token;
  };
  add('footnote_block_open', '', 1);
  list.forEach(({ label, content, tokens: inline }, id) => {
    add('footnote_open', '', 1).meta = { id, label };
    if (inline !== undefined) {
      add('paragraph_open', 'p', 1).block = true;
      const token = add('inline', '', 0);
      token.children = inline;
      token.content = content ?? '';
      add('paragraph_close', 'p', -1).block = true;
    } else for (const token of definitions.get(label ?? '') ?? []) tokens.push(token);
    add('footnote_close', '', -1);
  });
  add('footnote_block_close', '', -1);
}
