import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LABEL } from '../../../shared/document/label.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import { shownLabels } from '../../../shared/document/shown-labels.ts';
import { project } from '../../../shared/fragment/project.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { PageSource } from '../../../service/engine/changes/page-source.ts';
import { readText } from '../../../service/formats/read-text.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import { li, ol, p, ul } from '../../builders/document.ts';
import { runsOf } from '../../seed/seed.ts';

const read = (html: string) => readText(html, 'html').document;
const compare = (original: string, revised: string): readonly Block[] =>
  compareDocuments(read(original), read(revised), { mode: 'word' }).blocks;
/** The labels that a side shows, in order. */
const shown = (blocks: readonly Block[], side: Side): string[] =>
  shownLabels(blocks).flatMap((labels) => labels[side] ?? []);

const HEAD = { format: 'html', engine: 'dom', fallback: false, attributeMode: 'semantic' } as const;

describe('shown labels', () => {
  test('are the numbers of numbered lists, and what blocks state', () => {
    const blocks = [
      ...ol(li('a'), { ...li('b', ul(li('c'))), value: 5 }, li('d')),
      { ...p('e'), attributes: { [LABEL]: '(x)' } },
    ];
    expect(shownLabels(blocks).map(({ revised }) => revised)).toEqual(['1.', '5.', null, '6.', '(x)']);
  });

  test('count on each side without what only the other side has', () => {
    const blocks = compare(
      '<ol><li>one<li>two here<li>three words there</ol>',
      '<ol><li>one<li>three words there</ol>',
    );
    expect([shown(blocks, 'original'), shown(blocks, 'revised')]).toEqual([
      ['1.', '2.', '3.'],
      ['1.', '2.'],
    ]);
  });

  test('are those of the two documents', () => {
    fc.assert(
      fc.property(arbitraryDocument(), arbitraryDocument(), (original, revised) => {
        const { blocks } = compareDocuments(original, revised, { mode: 'word' });
        for (const side of ['original', 'revised'] as const) {
          expect(shown(blocks, side)).toEqual(shown(project(blocks, side), 'revised'));
        }
      }),
      { numRuns: runsOf(300) },
    );
  });
});

describe('a clause whose number alone changed', () => {
  const original = '<ol type="a"><li>one clause<li>gone entirely<li>the third clause</ol>';
  const revised = '<ol type="a"><li>one clause<li>the third clause</ol>';

  test('is no change; the fragment notes the former label', () => {
    const fragment = writeFragment(
      compare('<ol type="a" start="3"><li>one</ol>', '<ol type="a" start="4"><li>one</ol>'),
    );
    expect(fragment).toContain(' data-original-label="c." data-original-carried=');
    expect(fragment).not.toContain('data-change-id');
    expect(writeFragment(scanFragment(fragment))).toBe(fragment);
  });

  test('gets its label back when everything is rejected', () => {
    const fragment = writeFragment(compare(original, revised));
    expect(resolve(fragment, { reject: 'all' })).toBe(writeFragment(read(original).blocks));
    expect(resolve(fragment, { accept: 'all' })).toBe(writeFragment(read(revised).blocks));
  });

  test('is in a structured page with the label of each side, and counted nowhere', () => {
    const source = new PageSource(compare(original, revised), { source: {}, revised: {} }, HEAD);
    const page = source.page(0, 10);
    expect(page.source?.blocks.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'a. one clause',
      'b. gone entirely',
      'c. the third clause',
    ]);
    expect(page.revised?.blocks.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'a. one clause',
      'b. the third clause',
    ]);
    expect(page.summary.changeCount).toBe(1);
  });
});
