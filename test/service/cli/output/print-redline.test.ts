import { describe, expect, test } from 'vitest';
import { PICTURE, type Block, type Cell, type Run, type TextBlock } from '../../../../shared/document/model.ts';
import { pathOf, TOP, type Path } from '../../../../shared/document/path.ts';
import { printRedline, type DeclaredChanges } from '../../../../service/cli/output/print-redline.ts';
import { redlineStyle } from '../../../../service/cli/output/redline-style.ts';

const plain = redlineStyle(false);
const run = (text: string, more: Partial<Run> = {}): Run => ({ text, marks: 0, href: null, ...more });
const deleted = (text: string): Run => run(text, { edit: { side: 'original', changeId: 'chg_000001' } });
const inserted = (text: string, changeId = 'chg_000001'): Run => run(text, { edit: { side: 'revised', changeId } });
const p = (runs: readonly Run[] | string, more: Partial<TextBlock> = {}): TextBlock => ({
  kind: 'text',
  type: 'p',
  path: TOP,
  attributes: {},
  runs: typeof runs === 'string' ? [run(runs)] : runs,
  ...more,
});
const paragraph = (starts: boolean): Path => pathOf([{ kind: 'para', starts }]);
const td = (...blocks: readonly Block[]): Cell => ({ blocks, header: false, colspan: 1, rowspan: 1 });

describe('printRedline', () => {
  test.each<[string, Block[], string]>([
    ['words', [p([run('the '), deleted('old'), inserted('new'), run(' text')])], 'the [-old-]{+new+} text\n'],
    ['a whole block', [p('gone', { onlyIn: { side: 'original', changeId: 'chg_000001' } })], '[-gone-]\n'],
    [
      'a moved block',
      [p('here', { onlyIn: { side: 'revised', changeId: 'chg_000001', moveId: 'mov_1' } })],
      '{+here+} (moved)\n',
    ],
    ['marks', [p([run('very ', { marks: 1, format: { changeId: 'chg_000001', originalMarks: 0 } })])], '[~very ~]\n'],
    [
      'a destination',
      [p([run('link', { href: 'b', link: { changeId: 'chg_000001', originalHref: null } })])],
      '[~link~] <no link → b>\n',
    ],
    [
      'labels, with the one that the original had',
      [
        p('Scope', { type: 'h2', attributes: { 'data-label': '4.' } }),
        p([run('a '), inserted('b')], {
          path: pathOf([{ kind: 'ol', starts: true }]),
          attributes: { 'data-label': '(c)' },
          carried: { attributes: { 'data-label': '(b)' }, code: [], images: [] },
        }),
      ],
      '## 4. Scope\n\n(c) a {+b+} (was (b))\n',
    ],
    [
      'a type',
      [p('Title', { type: 'h2', original: { changeId: 'chg_000001', type: 'p', path: TOP } })],
      '## [~p → h2~] Title\n',
    ],
    ['a split', [p('second', { boundary: { side: 'revised', changeId: 'chg_000001' } })], '{+¶+}second\n'],
    [
      'a line that begins a paragraph',
      [p('second', { type: 'line', path: paragraph(true), original: { changeId: 'c', path: paragraph(false) } })],
      '{+¶+}second\n',
    ],
    [
      'a line that goes on',
      [p('second', { type: 'line', path: paragraph(false), original: { changeId: 'c', path: paragraph(true) } })],
      '[-¶-]second\n',
    ],
    ['a line break', [p([run('a'), inserted('\n'), run('b')])], 'a{+↵+}\nb\n'],
    [
      'an item',
      [
        p([inserted('x')], {
          path: pathOf([
            { kind: 'quote', starts: false },
            { kind: 'ul', starts: true },
          ]),
        }),
      ],
      '> - {+x+}\n',
    ],
    [
      'a table',
      [
        {
          kind: 'table',
          path: TOP,
          rows: [
            { section: 'body', cells: [td(p('a')), td(p([deleted('b'), inserted('c')]))] },
            { section: 'body', cells: [td(p('d')), td()], onlyIn: { side: 'revised', changeId: 'chg_000002' } },
          ],
        },
      ],
      '| a | [-b-]{+c+} |\n{+| d |  |+}\n',
    ],
  ])('shows %s', (_name, blocks, expected) => {
    expect(printRedline(blocks, plain)).toBe(expected);
  });

  test('collapses what is far from a change', () => {
    const blocks = [
      ...Array.from({ length: 6 }, (_, at) => p(`before ${at}`)),
      p([inserted('new')]),
      ...Array.from({ length: 6 }, (_, at) => p(`after ${at}`)),
    ];
    expect(printRedline(blocks, plain).split('\n').filter(Boolean)).toEqual([
      '… 4 unchanged …',
      'before 4',
      'before 5',
      '{+new+}',
      'after 0',
      'after 1',
      '… 4 unchanged …',
    ]);
  });

  test('carried images are no change, and the original one is not shown', () => {
    const image = (side: 'original' | 'revised'): Run =>
      run('', { image: { src: '', alt: side }, edit: { side, changeId: null } });
    const text = printRedline([p([inserted('x'), image('original'), image('revised')])], plain);
    expect(text).toBe('{+x+}[image: revised]\n');
    expect(printRedline([p([image('original'), image('revised')])], plain)).toBe('… 1 unchanged …\n');
  });

  test('a changed picture says what changed: its address, or one of its sizes', () => {
    const image = (side: 'original' | 'revised', src: string, width: number): Run =>
      run(PICTURE, { image: { src, alt: 'Logo', sha256: src, width }, edit: { side, changeId: 'chg_000001' } });
    const data = 'data:image/png;base64,AAAA';
    expect(printRedline([p([image('original', 'a.png', 20), image('revised', 'b.png', 20)])], plain)).toBe(
      '[-[image: Logo, a.png, width 20 px]-]{+[image: Logo, b.png, width 20 px]+}\n',
    );
    expect(printRedline([p([image('original', data, 20), image('revised', data, 40)])], plain)).toBe(
      '[-[image: Logo, width 20 px]-]{+[image: Logo, width 40 px]+}\n',
    );
  });

  test('a document cannot drive the terminal', () => {
    const text = printRedline([p([inserted('\u001b[2J\u0007\u009b\u007f')])], plain);
    expect(text).toBe('{+␛[2J␇�␡+}\n');
  });

  test('colours stand for the brackets', () => {
    const text = printRedline([p([deleted('old'), inserted('new')])], redlineStyle(true));
    expect(text).toContain('\u001b[31m');
    expect(text).toContain('\u001b[32m');
    expect(text.replaceAll(/\u001b\[\d+m/gu, '')).toBe('oldnew\n');
  });

  test('says after a line who marked its changes, and when only a part of them is marked', () => {
    const blocks = [p([inserted('one', 'chg_1')]), p([inserted('two', 'chg_2'), inserted('three', 'chg_3')])];
    const lines = (declared: DeclaredChanges) => printRedline(blocks, plain, 2, declared).split('\n').filter(Boolean);
    expect(lines(new Map())).toEqual(['{+one+}', '{+two+}{+three+}']);
    const ann = { author: 'Ann\n\u001b', date: '2026-01-02T03:04:05Z' };
    expect(lines(new Map([['chg_1', ann]]))).toEqual(['{+one+}  (marked by Ann ␛, 2 Jan 2026)', '{+two+}{+three+}']);
    expect(lines(new Map([['chg_3', { author: '' }]]))).toEqual([
      '{+one+}',
      '{+two+}{+three+}  (partly marked by an unnamed author)',
    ]);
    const both = new Map([
      ['chg_2', ann],
      ['chg_3', { author: 'Bob', date: 'soon' }],
    ]);
    expect(lines(both)[1]).toBe('{+two+}{+three+}  (marked by Ann ␛, 2 Jan 2026; Bob)');
  });
});
