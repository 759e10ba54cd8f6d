/**
 * Extracts the ink of an input without the project's readers: all visible characters but white space, in NFC. The judge
 * compares it with a result, to see that no reader loses text. The ink of JSON is a sorted list of its tokens, because
 * canonical JSON is sorted.
 */
import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { defaultTreeAdapter, parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { PairFormat } from './input-pairs.ts';
import { HIDDEN_TAGS, inkOf } from './redline-measure.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** The visible ink of an input of an explicit format. */
export function inkOfSource(text: string, format: PairFormat): string {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  switch (format) {
    case 'html':
      return inkOf(visibleText(parse(source, { scriptingEnabled: false })));
    case 'markdown':
      return markdownInk(source);
    case 'txt':
      return inkOf(source);
    case 'json':
      return jsonInk(source);
  }
}

// Front matter is shown as plain text, without the two lines around it.
function markdownInk(source: string): string {
  const frontMatter = /^---[ \t]*\r?\n(.*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?=\r?\n|$)/su.exec(source);
  const body = frontMatter === null ? source : source.slice(frontMatter[0].length);
  const markdown = new MarkdownIt({ html: true }).use(footnotes);
  // An address in angle brackets is shown as it is written (CommonMark, Autolinks), not decoded.
  markdown.normalizeLinkText = (address) => address;
  // The link back from a note is not the author's text.
  markdown.renderer.rules.footnote_anchor = () => '';
  // Items of task lists, as GitHub shows them.
  const html = markdown
    .render(body)
    .replace(
      /(<li>\s*(?:<p>)?)\[([ xX])\](?=\s)/gu,
      (_, open: string, box: string) => open + (box === ' ' ? '☐' : '☑'),
    );
  return inkOf(frontMatter?.[1] ?? '') + inkOf(visibleText(parseFragment(html)));
}

/** The ink of text that was read from a fragment, comparable with `inkOfSource` of the same format. */
export function inkOfResult(text: string, format: PairFormat): string {
  return format === 'json' ? jsonInk(text) : inkOf(text);
}

/** All text of a fragment as a browser's parser finds it, in document order. */
export function browserText(fragment: string): string {
  return visibleText(parseFragment(fragment));
}

// Without recursion: inputs may be nested thousands deep.
function visibleText(root: Node): string {
  const parts: string[] = [];
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) {
      parts.push(node.value);
    } else if (isCheckbox(node)) {
      parts.push(node.attrs.some(({ name }) => name === 'checked') ? '☑' : '☐');
    } else if ('childNodes' in node && !HIDDEN_TAGS.has(node.nodeName)) {
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) pending.push(node.childNodes[index]!);
    }
  }
  return parts.join('');
}

function isCheckbox(node: Node): node is DefaultTreeAdapterTypes.Element {
  if (node.nodeName !== 'input' || !('attrs' in node)) return false;
  return node.attrs.some(({ name, value }) => name === 'type' && value.toLowerCase() === 'checkbox');
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[^\s"{}[\]:,]+|[{}[\]:,]/gsu;

function jsonInk(text: string): string {
  const tokens = text.match(JSON_TOKEN) ?? [];
  return tokens
    .map((token) => (token.startsWith('"') ? `"${inkOf(decodeString(token))}` : token))
    .sort()
    .join('\n');
}

function decodeString(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token;
  }
}
