/**
 * The engine and its peers behind one interface: two texts in, an HTML redline out. Operations of peers without HTML are
 * written as `ins` and `del`, so that one judge measures all tools.
 *
 * Each measurement runs in its own process, which loads only its tool.
 */
import type { PairFormat } from '../../oracle/input-pairs.ts';

/** Compares two texts and returns the redline. The time from the call to the return is measured. */
export type Compare = (original: string, revised: string) => string;

/** One tool: which inputs it takes, and how to load it for a format. */
export interface Tool {
  readonly name: string;
  readonly takes: 'html' | 'text' | 'any';
  /** False for the reference line that compares nothing. */
  readonly redlines: boolean;
  /** The tool is given nodes and not text, so the parser's repairs are not its own. */
  readonly comparesTrees?: boolean;
  readonly load: (format: PairFormat) => Promise<Compare>;
}

type Operation = readonly [kind: -1 | 0 | 1, text: string];

/** The name of the engine among the tools; ratios are to it. */
export const ENGINE = 'diffsvc';

/** All tools, the engine first. */
export const TOOLS: readonly Tool[] = [
  {
    name: ENGINE,
    takes: 'any',
    redlines: true,
    load: async (format) => {
      const { compareText } = await import('../../../service/pipeline/compare/compare-text.ts');
      return (original, revised) => {
        const comparison = compareText({ original, revised, format, mode: 'auto' });
        // The whole way: to HTML and to the JSON of the first page, as the service answers.
        JSON.stringify(comparison.page(0, 100));
        return comparison.html;
      };
    },
  },
  {
    // No comparison: what reading both inputs costs a tool that uses the same parser.
    name: 'htmlparser2 (parse floor)',
    takes: 'html',
    redlines: false,
    load: async () => {
      const { Parser } = await import('htmlparser2');
      return (original, revised) => {
        for (const text of [original, revised]) {
          let length = 0;
          const parser = new Parser({ ontext: (data) => (length += data.length) });
          parser.write(text);
          parser.end();
        }
        return '';
      };
    },
  },
  {
    name: 'node-htmldiff',
    takes: 'html',
    redlines: true,
    load: async () => {
      const { default: diff } = await import('node-htmldiff');
      return (original, revised) => diff(original, revised);
    },
  },
  {
    name: 'htmldiff-js',
    takes: 'html',
    redlines: true,
    load: async () => {
      const { default: loaded } = await import('htmldiff-js');
      return (original, revised) => loaded.default.execute(original, revised);
    },
  },
  {
    name: 'visual-dom-diff',
    takes: 'html',
    redlines: true,
    comparesTrees: true,
    load: async () => {
      const [{ JSDOM }, { visualDomDiff }] = await Promise.all([import('jsdom'), import('visual-dom-diff')]);
      const { document, window } = new JSDOM('').window;
      // The library reads these from the global scope, as in a page.
      Object.assign(globalThis, { document, Node: window.Node, NodeFilter: window.NodeFilter });
      return (original, revised) => {
        const sides = [original, revised].map((html) => {
          const parsed = document.createElement('div');
          parsed.innerHTML = html;
          const side = document.createDocumentFragment();
          side.append(...parsed.childNodes);
          return side;
        });
        const result = document.createElement('div');
        result.append(visualDomDiff(sides[0]!, sides[1]!));
        return result.innerHTML;
      };
    },
  },
  {
    name: 'diff (words)',
    takes: 'text',
    redlines: true,
    load: async () => {
      const { diffWordsWithSpace } = await import('diff');
      return (original, revised) =>
        writeOperations(
          diffWordsWithSpace(original, revised).map(({ added, removed, value }) => [
            added ? 1 : removed ? -1 : 0,
            value,
          ]),
        );
    },
  },
  {
    name: 'fast-myers-diff (words)',
    takes: 'text',
    redlines: true,
    load: async () => {
      const { calcSlices } = await import('fast-myers-diff');
      return (original, revised) => {
        const slices = calcSlices(wordsOf(original), wordsOf(revised));
        return writeOperations([...slices].map(([kind, words]) => [kind, words.join('')]));
      };
    },
  },
  {
    name: 'diff-match-patch (clean-up)',
    takes: 'text',
    redlines: true,
    load: async () => {
      const { default: DiffMatchPatch } = await import('diff-match-patch');
      const tool = new DiffMatchPatch();
      return (original, revised) => {
        const operations = tool.diff_main(original, revised);
        tool.diff_cleanupSemantic(operations);
        return writeOperations(operations);
      };
    },
  },
];

/** Words, stretches of white space, and single other characters: the token minimum is counted on these. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
}

function writeOperations(operations: readonly Operation[]): string {
  return operations
    .map(([kind, text]) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      return kind === 0 ? escaped : kind === 1 ? `<ins>${escaped}</ins>` : `<del>${escaped}</del>`;
    })
    .join('');
}
