import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageSource } from '../../../service/engine/changes/page-source.ts';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { PICTURE, type Block, type Document, type Image, type Run } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { changeIdsOf, resolve } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import { arbitraryPictureRun } from '../../builders/arbitrary-text.ts';
import { runsOf } from '../../seed/seed.ts';

const HEAD = { format: 'html', engine: 'dom', fallback: false, attributeMode: 'semantic' } as const;

const image = (name: string, more: Partial<Image> = {}): Image => ({
  src: `data:image/png;base64,${name}`,
  alt: `${name} alone`,
  sha256: name.charCodeAt(0).toString(16).padEnd(64, '0'),
  ...more,
});
const picture = (name: string, more: Partial<Image> = {}): Run => ({
  ...{ text: PICTURE, marks: 0, href: null },
  image: image(name, more),
});
const words = (text: string): Run => ({ text, marks: 0, href: null });
const block = (...runs: Run[]): Block => ({ kind: 'text', type: 'p', attributes: {}, path: TOP, runs });
const documentOf = (...blocks: Block[]): Document => ({ blocks, warnings: [] });

/** The changes of two documents as `type before → after`, each side as text with names of pictures. */
function changesOf(original: Document, revised: Document): string[] {
  const { blocks, degraded } = compareDocuments(original, revised, { mode: 'word' });
  expect(degraded).toBe(0);
  const page = new PageSource(blocks, { source: {}, revised: {} }, HEAD).page(0, 100);
  const said = (side: { text: string; pictures?: { alt: string }[] } | undefined): string => {
    const alts = (side?.pictures ?? []).map(({ alt }) => `[${alt}]`);
    return (side?.text ?? '').replaceAll(PICTURE, () => alts.shift()!);
  };
  return page.changes.map(
    (change) =>
      `${change.type} ${said('before' in change ? change.before : undefined)} → ${said('after' in change ? change.after : undefined)}`,
  );
}

describe('a compared picture', () => {
  it('that is equal on both sides is no change', () => {
    const document = documentOf(block(words('Plan '), picture('A')));
    expect(changesOf(document, documentOf(block(words('Plan '), picture('A'))))).toEqual([]);
  });

  it.each([
    ['bytes', picture('A'), picture('B'), 'replace [A alone] → [B alone]'],
    ['alternative text', picture('A'), picture('A', { alt: 'New' }), 'replace [A alone] → [New]'],
    ['displayed size', picture('A', { width: 96 }), picture('A', { width: 97 }), 'replace [A alone] → [A alone]'],
    [
      'digest alone',
      picture('A', { src: '' }),
      picture('B', { src: '', alt: 'A alone' }),
      'replace [A alone] → [A alone]',
    ],
  ])('that differs in its %s is replaced', (_, before, after, change) => {
    const of = (run: Run): Document => documentOf(block(words('See '), run, words(' above.')));
    expect(changesOf(of(before), of(after))).toEqual([change]);
  });

  it('that one side lacks is inserted or deleted', () => {
    const [without, having] = [block(words('See above.')), block(words('See '), picture('A'), words('above.'))];
    expect(changesOf(documentOf(without), documentOf(having))).toEqual(['insert  → [A alone]']);
    expect(changesOf(documentOf(having), documentOf(without))).toEqual(['delete [A alone] → ']);
  });

  it('shares no change with the words beside it', () => {
    const original = documentOf(
      block(words('The old plan '), picture('A'), words(' of the house stays where it was.')),
    );
    const revised = documentOf(block(words('The new plan '), picture('B'), words(' of the house stays where it was.')));
    const { blocks } = compareDocuments(original, revised, { mode: 'block' });
    expect(changeIdsOf(blocks)).toHaveLength(2);
    const close = documentOf(block(words('Old '), picture('A'), words('plan')));
    expect(changesOf(close, documentOf(block(words('New '), picture('B'), words('view'))))).toEqual([
      'replace Old → New',
      'replace [A alone] → [B alone]',
      'replace plan → view',
    ]);
  });

  it('between blocks is paired with the picture in its place', () => {
    const text = (at: number): Block => block(words(`Paragraph number ${at} of the contract.`));
    const original = documentOf(text(1), block(picture('A')), block(picture('B')), text(2));
    const revised = documentOf(text(1), block(picture('C')), block(picture('D')), text(2));
    expect(changesOf(original, revised)).toEqual(['replace [A alone] → [C alone]', 'replace [B alone] → [D alone]']);
  });

  it('with another link has another link', () => {
    const linked = (href: string): Document =>
      documentOf(block(words('See '), { ...picture('A'), href }, words(' now.')));
    expect(changesOf(linked('https://example.org/a'), linked('https://example.org/b'))).toEqual([
      'link [A alone] → [A alone]',
    ]);
  });

  it('is decided by itself, in any order', () => {
    const original = documentOf(block(words('Old '), picture('A'), words('plan')));
    const revised = documentOf(block(words('New '), picture('B'), words('view')));
    const fragment = writeFragment(compareDocuments(original, revised, { mode: 'word' }).blocks);
    const [first, second] = changeIdsOf(scanFragment(fragment));
    const wanted = writeFragment([block(words('Old '), picture('B'), words('plan'))]);
    expect(resolve(resolve(fragment, { accept: [second!] }), { reject: 'all' })).toBe(wanted);
    expect(resolve(resolve(fragment, { reject: [first!] }), { accept: [second!], reject: 'all' })).toBe(wanted);
  });

  it('keeps both round-trip invariants in random texts, and never needs a block replaced whole', () => {
    const edits = fc.tuple(
      arbitraryDocument(),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.option(arbitraryPictureRun())), { maxLength: 5 }),
      fc.constantFrom<'word' | 'block'>('word', 'block'),
    );
    fc.assert(
      fc.property(edits, ([original, changes, mode]) => {
        const blocks = original.blocks.map((each) => {
          if (each.kind !== 'text') return each;
          const runs = [...each.runs];
          for (const [at, count, run] of changes) {
            const place = at % (runs.length + 1);
            const isPicture = runs[place]?.image !== undefined && runs[place].text === PICTURE;
            runs.splice(place, isPicture && count % 2 === 0 && runs.length > 1 ? 1 : 0, ...(run ? [run] : []));
          }
          return { ...each, runs };
        });
        const revised = documentOf(...blocks);
        const merged = compareDocuments(original, revised, { mode });
        const fragment = writeFragment(merged.blocks);
        expect(resolve(fragment, { reject: 'all' })).toBe(writeFragment(original.blocks));
        expect(resolve(fragment, { accept: 'all' })).toBe(writeFragment(inNormalForm(revised.blocks)));
        expect(merged.degraded).toBe(0);
      }),
      { numRuns: runsOf(300) },
    );
  });
});

/** Runs in normal form: a dropped picture no longer separates two texts of one format. */
function inNormalForm(blocks: readonly Block[]): Block[] {
  return scanFragment(writeFragment(blocks));
}
