/**
 * Damaged PDFs: broken structure trees, and files with changed or missing bytes. Each one ends in a result or in a
 * `ServiceError`. DIFFSVC_DAMAGED=N tries N files of each kind.
 */
import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../shared/errors.ts';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import { layoutPage } from '../../../../service/formats/pdf/layout/page-layout.ts';
import { readTags } from '../../../../service/formats/pdf/paint/page-tags.ts';
import { composeReadings, readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { FIRST_FREE, plainPdf, showText } from '../../../builders/plain-pdf.ts';
import { corpusRoot } from '../../../oracle/input-pairs.ts';
import { SEED } from '../../../seed/seed.ts';
import { extracted, pageOf, set } from './pages.ts';

/** Runs of a property in one test run. */
const RUNS = Number(process.env['DIFFSVC_DAMAGED'] ?? 25);
const TIMEOUT_MS = 60_000 + RUNS * 1_000;

const ROLES = [
  ...['Document', 'Sect', 'Div', 'P', 'H1', 'H2', 'Span', 'Link', 'Figure', 'Caption', 'Note', 'Artifact', 'Quote'],
  ...['Table', 'THead', 'TBody', 'TFoot', 'TR', 'TR', 'TH', 'TD', 'TD', 'L', 'LI', 'Lbl', 'LBody', 'TOC', 'TOCI'],
  ...['__proto__', 'constructor', 'toString', 'A', 'B'],
];
const role = fc.constantFrom(...ROLES);
/** Content ids of the page, and others. */
const mcid = fc.oneof({ weight: 8, arbitrary: fc.nat(11) }, fc.constantFrom(-1, 99, 2 ** 31, 2 ** 53, 1e300));

/** Ends in a result or a typed error. Returns what happened. */
async function outcomeOf(bytes: Uint8Array): Promise<'read' | 'refused'> {
  try {
    const side = await extractPages(bytes);
    composeReadings([side, structuredClone(side)]);
    return 'read';
  } catch (fault) {
    if (fault instanceof ServiceError) return 'refused';
    throw fault;
  }
}

describe('a structure tree', () => {
  const words = Array.from({ length: 12 }, (_, id) => id);
  const page = pageOf(
    words.flatMap((id) => set(`words ${id}`, 50 + 90 * (id % 3), 100 + 20 * Math.floor(id / 3), { mcid: id })),
  );
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'large', maxDepth: 12, withCrossShrink: true },
      fc.record({ type: fc.constant('content'), id: mcid.map((id) => `p1R_mc${id}`) }),
      fc.record(
        {
          role,
          children: fc.oneof(
            { weight: 9, arbitrary: fc.array(tie('node'), { maxLength: 6 }) },
            fc.constantFrom<unknown>(null, 7, 'x', {}),
          ),
          colSpan: fc.constantFrom<unknown>(2, 0, -1, 1e9, NaN, 'x'),
          rowSpan: fc.constantFrom<unknown>(3, 1000, 0, null),
        },
        { requiredKeys: ['role', 'children'] },
      ),
      fc.constantFrom<unknown>(null, 7, 'x', {}, [], { type: 'content' }, { type: 7, role: 8 }),
    ),
  }));

  test(
    'of any form is read or left aside',
    () => {
      fc.assert(
        fc.property(fc.array(node, { minLength: 1, maxLength: 5 }), (children) => {
          const layout = layoutPage(1, page, [], readTags({ role: 'Root', children }));
          const [reading] = composeReadings([extracted(layout)]);
          // No word is lost.
          for (const id of words)
            expect(JSON.stringify(reading!.document.blocks)).toMatch(new RegExp(`words ${id}\\b`));
        }),
        { seed: SEED, numRuns: RUNS * 10 },
      );
    },
    TIMEOUT_MS,
  );

  test('with a row of a table that has no cells keeps the other rows', () => {
    const cell = (id: number): object => ({ role: 'TD', children: [{ type: 'content', id: `p1R_mc${id}` }] });
    const row = (...ids: number[]): object => ({ role: 'TR', children: ids.map(cell) });
    const children = [row(), row(0, 1, 2), row(), row(3, 4, 5), row(6, 7, 8), row(9, 10, 11), row()];
    const layout = layoutPage(
      1,
      page,
      [],
      readTags({
        role: 'Table',
        children: [
          { role: 'Table', children },
          { role: 'Table', children: [] },
        ],
      }),
    );
    const nested = layoutPage(1, page, [], readTags({ role: 'Root', children: [{ role: 'Table', children }] }));
    for (const each of [layout, nested]) expect(() => composeReadings([extracted(each)])).not.toThrow();
    const [table] = composeReadings([extracted(nested)])[0]!.document.blocks;
    expect(table).toMatchObject({ kind: 'table', rows: { length: 4 } });
  });
});

describe('a tagged file', () => {
  const COUNT = 12;
  const content = Array.from(
    { length: COUNT },
    (_, id) =>
      `/P << /MCID ${id} >> BDC ${showText(`words ${id}`, 50 + 90 * (id % 3), 700 - 20 * Math.floor(id / 3))} EMC`,
  ).join('\n');
  /** Objects of the tree: a root, a parent tree, a role map and elements. They refer to each other at will. */
  const SPAN = 24;
  interface Element {
    readonly role: string;
    readonly kids: readonly string[];
    readonly isList: boolean;
    readonly more: string;
  }
  interface Tree {
    readonly elements: readonly Element[];
    readonly parents: string;
    readonly roles: string;
    readonly root: 'tree' | 'none' | 'wrong';
  }
  const element = fc.record({
    role,
    kids: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: mcid.map(String) },
        { weight: 5, arbitrary: fc.nat(SPAN - 1).map((at) => `${FIRST_FREE + 3 + at} 0 R`) },
        fc.constantFrom(
          'null',
          '(x)',
          '/N',
          '[ ]',
          '<< >>',
          '9999 0 R',
          '<< /Type /MCR /MCID 2 >>',
          '<< /Type /OBJR >>',
          '-1',
          '1.5',
          '<< /S /TR >>',
        ),
      ),
      { maxLength: 6 },
    ),
    isList: fc.boolean(),
    more: fc.constantFrom(
      '',
      '/A << /O /Table /ColSpan 2 /RowSpan 70000 >>',
      '/A [ 7 ]',
      '/S 7',
      '/P null',
      '/Pg 1 0 R',
      '/ActualText (x)',
    ),
  });
  const tree: fc.Arbitrary<Tree> = fc.record({
    elements: fc.array(element, { minLength: SPAN, maxLength: SPAN }),
    parents: fc.oneof(
      fc
        .array(fc.nat(SPAN - 1), { maxLength: COUNT })
        .map((all) => `/Nums [ 0 [ ${all.map((at) => `${FIRST_FREE + 3 + at} 0 R`).join(' ')} ] ]`),
      fc.constantFrom('', '/Nums 7', '/Nums [ 0 ]', `/Kids [ ${FIRST_FREE + 1} 0 R ]`, '/Nums [ 0 null ]'),
    ),
    roles: fc.constantFrom('', '/A /B /B /A', '/A /A', '/A /Table /B /TR', '/P /Table', '/A 7'),
    root: fc.constantFrom('tree', 'tree', 'tree', 'none', 'wrong'),
  });
  const fileOf = ({ elements, parents, roles, root }: Tree): Uint8Array =>
    plainPdf(
      [{ content, entries: '/StructParents 0' }],
      [
        `<< /Type /StructTreeRoot /K [ ${FIRST_FREE + 3} 0 R ] /ParentTree ${FIRST_FREE + 1} 0 R /RoleMap ${FIRST_FREE + 2} 0 R >>`,
        `<< ${parents} >>`,
        `<< ${roles} >>`,
        ...elements.map(({ role, kids, isList, more }) => {
          const pageNumber = FIRST_FREE + 3 + SPAN;
          return `<< /Type /StructElem /S /${role} /P ${FIRST_FREE} 0 R /Pg ${pageNumber} 0 R /K ${isList ? `[ ${kids.join(' ')} ]` : (kids[0] ?? 'null')} ${more} >>`;
        }),
      ],
      {
        tree: `/MarkInfo << /Marked true >> /StructTreeRoot ${FIRST_FREE} 0 R`,
        none: '',
        wrong: '/StructTreeRoot 3 0 R',
      }[root],
    );

  test(
    'with any tree keeps its words',
    async () => {
      await fc.assert(
        fc.asyncProperty(tree, async (parts) => {
          const { document } = await readPdf(fileOf(parts));
          const text = JSON.stringify(document.blocks);
          for (let id = 0; id < COUNT; id++) expect(text).toContain(`words ${id}`);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'of elements in elements, deeper than a stack, is read',
    async () => {
      const depth = 20_000;
      const elements = Array.from(
        { length: depth },
        (_, at) =>
          `<< /Type /StructElem /S /Sect /P ${FIRST_FREE + at} 0 R /K ${at + 1 < depth ? `${FIRST_FREE + at + 2} 0 R` : '0'} >>`,
      );
      const file = plainPdf(
        [{ content, entries: '/StructParents 0' }],
        [
          `<< /Type /StructTreeRoot /K ${FIRST_FREE + 1} 0 R /ParentTree << /Nums [ 0 [ ${FIRST_FREE + depth} 0 R ] ] >> >>`,
          ...elements,
        ],
        `/MarkInfo << /Marked true >> /StructTreeRoot ${FIRST_FREE} 0 R`,
      );
      expect(await outcomeOf(file)).toBe('read');
    },
    TIMEOUT_MS,
  );
});

describe('bytes', () => {
  const inventoryPage = plainPdf(
    [
      {
        content: `${showText('see the note', 72, 700)} q 9 0 0 9 72 600 cm /Im1 Do Q 1 0 0 RG 72 500 m 90 520 l S`,
        entries: `/Annots [ << /Type /Annot /Subtype /Text /Rect [ 1 2 30 40 ] /Contents (yes) >> << /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (b) /Rect [ 1 90 50 99 ] >> ]`,
        resources: `/XObject << /Im1 ${FIRST_FREE} 0 R >>`,
      },
    ],
    [
      `<< /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace [ /Indexed /DeviceRGB 1 <ff000000ff00> ] /Length 2 >>\nstream\nab\nendstream`,
    ],
  );
  const mutation = fc.record({
    file: fc.nat(),
    kind: fc.constantFrom('change', 'change', 'cut', 'drop', 'repeat', 'number'),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    places: fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.integer({ min: 0, max: 255 })),
      { minLength: 1, maxLength: 30 },
    ),
  });

  function damaged(
    bytes: Buffer,
    { kind, at, places }: { kind: string; at: number; places: readonly (readonly [number, number])[] },
  ): Buffer {
    const from = Math.floor(at * bytes.length);
    if (kind === 'cut') return bytes.subarray(0, from);
    if (kind === 'drop') return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + places[0]![1])]);
    if (kind === 'repeat') return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.max(0, from - 50))]);
    if (kind === 'number') {
      // Other digits keep the syntax, so that the damage goes deeper.
      const text = bytes.toString('latin1');
      const found = [...text.matchAll(/(?<=[\s/[])\d{1,6}(?=[\s/\]])/g)];
      const [chosen] = found.slice(Math.floor(at * found.length));
      if (!chosen) return bytes;
      const number = ['0', '-1', '99999999', '1e400', String(places[0]![1])][places[0]![1] % 5]!;
      return Buffer.from(text.slice(0, chosen.index) + number + text.slice(chosen.index + chosen[0].length), 'latin1');
    }
    const changed = Buffer.from(bytes);
    for (const [place, value] of places) changed[Math.floor(place * changed.length)] = value;
    return changed;
  }

  const root = corpusRoot();
  const corpus =
    root === null
      ? []
      : readdirSync(join(root, 'pdf'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.pdf') && !/bomb|pages-1000/.test(name))
          .sort()
          .map((name) => readFileSync(join(root, 'pdf', name)))
          .filter(({ length }) => length > 0 && length < 60_000);
  const files = [Buffer.from(inventoryPage), ...corpus];

  test(
    'that are changed, cut or dropped give a result or a typed error',
    async () => {
      await fc.assert(
        fc.asyncProperty(mutation, async ({ file, ...how }) => {
          await outcomeOf(damaged(files[file % files.length]!, how));
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'of a small file, changed one by one, give a result or a typed error',
    async () => {
      await fc.assert(
        fc.asyncProperty(mutation, async (how) => {
          await outcomeOf(damaged(Buffer.from(inventoryPage), how));
        }),
        { seed: SEED, numRuns: RUNS * 2 },
      );
    },
    TIMEOUT_MS,
  );

  test.each([0, 1, 9, 300])('of which only %i are there are refused', async (length) => {
    await expect(extractPages(inventoryPage.subarray(0, length))).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringContaining(length === 1 ? '1 byte)' : `${length} bytes`),
    });
  });
});
