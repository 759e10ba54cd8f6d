/**
 * Generated pairs of HTML as found in the wild and an edited copy. They have loose white space, entities, nested lists,
 * tables, and marks across words. JSON and plain text are made likewise. Same seed, same pairs.
 *
 * Most trees here are of tags, not of the project's model, so that the readers are judged too.
 */
import fc from 'fast-check';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import type { InputPair, PairFormat } from '../../oracle/input-pairs.ts';

interface Element {
  readonly name: string;
  readonly attributes: string;
  readonly children: readonly Content[];
}
type Content = Element | string;

const WORDS = (
  'the a of to in and is on it as party agreement shall data may provider notice term 1,000 2.5 §3 café naïve e\u0301t\u00E9 don’t ' +
  'co-op https://example.org/a?b=1 me@example.org 中文 字 שלום 👩🏽 &amp; &lt;tag&gt; &nbsp; – “quoted” (note) end.'
).split(' ');

const element = (name: string, children: readonly Content[], attributes = ''): Element => ({
  name,
  attributes,
  children,
});
const list = <T>(value: fc.Arbitrary<T>, minLength: number, maxLength: number): fc.Arbitrary<T[]> =>
  fc.array(value, { minLength, maxLength });

const space = fc.constantFrom(' ', ' ', ' ', ' ', '\n', '  ', ' \t');
const words = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), space), { minLength: 1, maxLength: 9 })
  .map((pairs) => pairs.flat().join(''));
const mark = fc.constantFrom('strong', 'em', 'u', 's', 'sup', 'sub', 'mark', 'b', 'i', 'code', 'span', 'ins', 'del');
const inline: fc.Arbitrary<Content> = fc.letrec<{ inline: Content }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 6, arbitrary: words },
    {
      weight: 2,
      arbitrary: fc.tuple(mark, list(tie('inline'), 1, 3)).map(([name, children]) => element(name, children)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('/a', '#b', 'https://example.org/?a=1&amp;b=2', 'mailto:me@example.org', 'javascript:x()'),
          words,
        )
        .map(([href, text]) => element('a', [text], ` href="${href}"`)),
    },
    { weight: 1, arbitrary: fc.constantFrom(element('br', []), element('img', [], ' src="x.png" alt="pic"')) },
  ),
})).inline;
const inlines = list(inline, 1, 5);

const blockName = fc.constantFrom('p', 'p', 'p', 'h1', 'h2', 'h3', 'pre', 'div');
const block: fc.Arbitrary<Element> = fc.letrec<{ block: Element }>((tie) => {
  const blocks = list(tie('block'), 1, 3);
  const items = list(
    fc.oneof(inlines, blocks, fc.tuple(inline, tie('block'))).map((children): Content => element('li', children)),
    1,
    4,
  );
  const row = list(fc.oneof(inlines, blocks), 1, 3);
  return {
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 8, arbitrary: fc.tuple(blockName, inlines).map(([name, children]) => element(name, children)) },
      { weight: 1, arbitrary: fc.constant(element('hr', [])) },
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom('ul', 'ol'), items).map(([name, children]) => element(name, children)),
      },
      { weight: 1, arbitrary: blocks.map((children) => element('blockquote', children)) },
      {
        weight: 1,
        arbitrary: list(fc.tuple(fc.constantFrom('dt', 'dd'), inlines), 1, 4).map((parts) =>
          element(
            'dl',
            parts.map(([name, children]) => element(name, children)),
          ),
        ),
      },
      {
        weight: 2,
        arbitrary: list(row, 1, 4).map((rows) =>
          element(
            'table',
            rows.map((cells) =>
              element(
                'tr',
                cells.map((children) => element('td', children)),
              ),
            ),
          ),
        ),
      },
    ),
  };
}).block;

/** One edit: `at` picks a node, wrapped round the number of nodes; `text` is what it may need. */
interface TreeEdit {
  readonly kind: 'delete' | 'repeat' | 'swap' | 'text' | 'rename' | 'unwrap' | 'wrap' | 'split' | 'insert';
  readonly at: number;
  readonly text: string;
}

const edit: fc.Arbitrary<TreeEdit> = fc.record({
  kind: fc.constantFrom<TreeEdit['kind'][]>(
    'delete',
    'repeat',
    'swap',
    'text',
    'text',
    'text',
    'rename',
    'unwrap',
    'wrap',
    'split',
    'insert',
  ),
  at: fc.nat(10_000),
  text: words,
});

const htmlPair = fc.tuple(list(block, 0, 12), list(edit, 0, 6)).map(([blocks, edits]) => {
  const original = element('body', blocks);
  return { original: write(original), revised: write(edits.reduce(applyEdit, original)) };
});

const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
const jsonPair = fc
  .tuple(fc.dictionary(fc.string({ maxLength: 6 }), value, { maxKeys: 8 }), fc.string({ maxLength: 6 }), value)
  .map(([object, key, other]) => ({
    original: JSON.stringify(object, null, 2),
    revised: JSON.stringify({ [key]: other, ...object }),
  }));

const line = fc.oneof(
  words,
  words,
  fc.constant(''),
  words.map((text) => `\t${text}`),
);
const textPair = fc
  .tuple(list(line, 0, 30), fc.nat(30), fc.nat(3), list(line, 0, 3))
  .map(([lines, at, removed, added]) => ({
    original: lines.join('\n'),
    revised: lines.toSpliced(Math.min(at, lines.length), removed, ...added).join('\n'),
  }));

// Canonical HTML of two documents of the model with blocks in common: constructs that wild HTML rarely combines.
const modelPair = fc
  .tuple(arbitraryDocument(8), arbitraryDocument(3), fc.nat(8), fc.nat(4))
  .map(([{ blocks }, other, at, removed]) => ({
    original: writeFragment(blocks),
    revised: writeFragment(settlePaths(blocks.toSpliced(Math.min(at, blocks.length), removed, ...other.blocks))),
  }));

/** `count` generated pairs: half of them HTML as found, a sixth each of canonical HTML, JSON and plain text. */
export function generatedPairs(seed: number, count: number): InputPair[] {
  const sixth = Math.ceil(count / 6);
  const sets: readonly (readonly [PairFormat, fc.Arbitrary<{ original: string; revised: string }>, number])[] = [
    ['html', htmlPair, Math.max(0, count - 3 * sixth)],
    ['html', modelPair, sixth],
    ['json', jsonPair, sixth],
    ['txt', textPair, sixth],
  ];
  return sets.flatMap(([format, pair, numRuns], set) =>
    fc.sample(pair, { seed, numRuns }).map((texts, index) => ({
      set: 'generated' as const,
      name: `${format} ${seed}/${set}.${index}`,
      format,
      ...texts,
    })),
  );
}

function write(node: Content): string {
  if (typeof node === 'string') return node;
  const open = `<${node.name}${node.attributes}>`;
  if (['br', 'hr', 'img'].includes(node.name)) return open;
  return `${open}${node.children.map(write).join('')}</${node.name}>`;
}

function countNodes(node: Content): number {
  return typeof node === 'string' ? 1 : node.children.reduce((total, child) => total + countNodes(child), 1);
}

// Every node but the root can be picked; the picked one becomes any number of nodes.
function applyEdit(root: Element, { kind, at, text }: TreeEdit): Element {
  const total = countNodes(root) - 1;
  if (total === 0) return element(root.name, [element('p', [text])]);
  let left = at % total;
  const visit = (node: Content): Content => {
    if (typeof node === 'string') return node;
    const children: Content[] = [];
    for (let index = 0; index < node.children.length; index += 1) {
      const child = node.children[index]!;
      if (left !== 0) {
        left -= 1;
        children.push(visit(child));
        continue;
      }
      left = -1;
      const next = node.children[index + 1];
      if (kind === 'swap' && next !== undefined) {
        children.push(next, child);
        index += 1;
      } else {
        children.push(...edited(child, kind, text));
      }
    }
    return { ...node, children };
  };
  return visit(root) as Element;
}

function edited(node: Content, kind: TreeEdit['kind'], text: string): Content[] {
  switch (kind) {
    case 'delete':
      return [];
    case 'repeat':
    case 'swap':
      return [node, node];
    case 'text':
      return [typeof node === 'string' ? node.replace(/\S+/u, () => text) : node];
    case 'rename':
      return typeof node !== 'string' && /^(?:p|h\d|div|pre)$/u.test(node.name)
        ? [{ ...node, name: node.name === 'p' ? 'h2' : 'p' }]
        : [node];
    case 'unwrap':
      return typeof node === 'string' || /^(?:t|br|hr|img|li|d)/u.test(node.name) ? [node] : [...node.children];
    case 'wrap':
      return typeof node === 'string' ? [element('strong', [node])] : [node];
    case 'split': {
      if (typeof node === 'string' || node.children.length < 2 || !/^(?:p|h\d|li|div)$/u.test(node.name)) return [node];
      const middle = Math.floor(node.children.length / 2);
      return [
        { ...node, children: node.children.slice(0, middle) },
        { ...node, children: node.children.slice(middle) },
      ];
    }
    case 'insert':
      return typeof node === 'string' ? [node, ` ${text}`] : [node, { ...node, children: [text] }];
  }
}
