import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../bars.ts';
import type { ChildReader } from '../child-reader.ts';
import { readBoth } from '../measure-generated.ts';
import { contentChanges } from '../../../../oracle/pdf/measures.ts';
import { LEGAL_KINDS, type KindContent } from './legal-kinds.ts';
import type { FreshOptions } from './measure-fresh.ts';
import { installedProducers, printPages, type PageOrder } from './produce.ts';
import { Random } from './random.ts';

/** Prints each kind of legal page with random text in two layouts, and counts the changes between them. */
export async function measureKinds(
  options: FreshOptions,
  reader: ChildReader,
): Promise<{ measures: Measure[]; remarks: string[] }> {
  if (!installedProducers().includes('chromium')) return { measures: [], remarks: ['kinds: no Chromium here'] };
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'diffsvc-kinds-'));
  mkdirSync(folder, { recursive: true });
  const remarks: string[] = [];
  let compared = 0;
  let clean = 0;
  try {
    const pairs = Object.keys(LEGAL_KINDS).flatMap((kind, at) =>
      Array.from({ length: options.count }, (_, index) => makePair(kind, at, options.seed + index, folder)),
    );
    await printPages(pairs.flatMap((pair) => pair.orders).filter((order) => !existsSync(order.path)));
    for (const { name, orders } of pairs) {
      const [a, b] = orders.map((order) => order.path) as [string, string];
      const readings = await readBoth([a, b], reader);
      const changes = readings ? contentChanges(readings[0].document.blocks, readings[1].document.blocks) : null;
      compared++;
      if (changes?.length === 0) clean++;
      else remarks.push(`${name}: ${changes === null ? 'not read' : `${changes.length} changes without any`}`);
      for (const { type, before, after } of changes ?? [])
        remarks.push(`    ${type} ${JSON.stringify(before.slice(0, 100))} → ${JSON.stringify(after.slice(0, 100))}`);
    }
  } finally {
    if (options.keep === null) rmSync(folder, { recursive: true });
  }
  const measure: Measure = {
    name: `legal kinds, pairs without a text change (${clean} of ${compared})`,
    value: compared > 0 ? clean / compared : null,
    bar: { atLeast: 0.9 },
    peer: '–',
    show: (value) => `${(100 * value).toFixed(1)} %`,
  };
  return { measures: [measure], remarks };
}

/** Seeds of two kinds differ, so that no two kinds have the same text. */
const SEED_STEP = 1000;

function makePair(
  kind: string,
  at: number,
  seed: number,
  folder: string,
): { name: string; orders: readonly [PageOrder, PageOrder] } {
  const random = new Random(SEED_STEP * (at + 1) + seed);
  const content = LEGAL_KINDS[kind]!(random);
  const order = (side: string): PageOrder => ({
    path: join(folder, `kind-${at}-${seed}-${side}.pdf`),
    html: pageOf(content, random),
    tagged: random.chance(0.5),
  });
  return { name: `${kind}, seed ${seed}`, orders: [order('a'), order('b')] };
}

/** The content in the layout of its kind. */
function pageOf({ body, style }: KindContent, random: Random): string {
  const family = random.pick(['"Liberation Serif"', '"Liberation Sans"']);
  const footer = random.pick(['none', '"Page " counter(page) " of " counter(pages)', 'counter(page)']);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>
    @page { size: ${random.pick(['A4', 'letter'])}; margin: ${random.int(18, 30)}mm; @bottom-center { content: ${footer}; font-size: 8pt; } }
    body { font: ${random.pick([9.5, 10, 10.5, 11, 12])}pt/${random.pick([1.2, 1.35, 1.5])} ${family}; margin: 0;
      ${random.chance(0.5) ? 'text-align: justify;' : ''} } p { margin: 0 0 .7em; } h1, h2 { break-after: avoid; } ${style}
    </style></head><body>${body}</body></html>`;
}
