/** A Markdown text, and the YAML in front of it or null. */
export interface SplitMarkdown {
  readonly frontMatter: string | null;
  readonly body: string;
}

const OPENING = /^---[ \t]*\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;
/** A first line of YAML: a key or a comment. A thematic break before prose has neither. */
const YAML_LINE = /^(?:#|["']?[\w$][^\n:]{0,200}:(?:[ \t]|$))/m;

/** Splits off YAML front matter: a block between two lines of `---` at the very start. Expects LF line ends. */
export function splitFrontMatter(text: string): SplitMarkdown {
  const opening = OPENING.exec(text);
  if (!opening) return { frontMatter: null, body: text };
  const rest = text.slice(opening[0].length);
  const closing = CLOSING.exec(rest);
  if (!closing || YAML_LINE.exec(rest)?.index !== 0) return { frontMatter: null, body: text };
  return { frontMatter: rest.slice(0, closing.index), body: rest.slice(closing.index + closing[0].length) };
}
