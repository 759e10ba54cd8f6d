import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../bars.ts';
import type { ChildReader } from '../child-reader.ts';
import { readBoth } from '../measure-generated.ts';
import { contentChanges, countChanges, tally } from '../../../../oracle/pdf/measures.ts';
import type { TrueChange } from '../../../../oracle/pdf/truth.ts';
import { editDocument } from './edit-model.ts';
import { describeLayout, makeLayout, type FreshLayout } from './layout.ts';
import { makeDocument, widestTable, type FreshDocument } from './model.ts';
import { hasFontFor, installedProducers, produceAll, type Order } from './produce.ts';
import { Random } from './random.ts';

/** Options of a run. */
export interface FreshOptions {
  readonly seed: number;
  readonly count: number;
  /** Folder that keeps the PDFs; null to delete them. */
  readonly keep: string | null;
}

interface FreshCase {
  readonly name: string;
  readonly language: string;
  readonly layouts: readonly [FreshLayout, FreshLayout];
  readonly same: readonly [string, string];
  readonly edited: string;
  readonly changes: readonly TrueChange[];
}

/**
 * Makes random documents and prints each in two layouts, and an edited copy, with the installed programs. Reads the PDF
 * files. Counts reported changes between layouts of one text, which are false, and the edits that are found.
 */
export async function measureFresh(
  options: FreshOptions,
  reader: ChildReader,
): Promise<{ measures: Measure[]; remarks: string[] }> {
  const producers = installedProducers();
  if (producers.length === 0) return { measures: [], remarks: ['fresh: no program here makes PDFs'] };
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'diffsvc-fresh-'));
  mkdirSync(folder, { recursive: true });
  try {
    const cases: FreshCase[] = [];
    const orders: Order[] = [];
    for (let index = 0; index < options.count; index++) {
      const fresh = makeCase(options.seed + index, folder, producers);
      cases.push(fresh.made);
      orders.push(...fresh.orders);
    }
    // PDFs kept from an earlier run are not produced again.
    await produceAll(
      orders.filter((order) => !existsSync(order.path)),
      folder,
    );
    return await judge(cases, reader);
  } finally {
    if (options.keep === null) rmSync(folder, { recursive: true });
  }
}

function makeCase(
  seed: number,
  folder: string,
  producers: Parameters<typeof makeLayout>[1],
): { made: FreshCase; orders: Order[] } {
  const random = new Random(seed);
  const document = makeDocument(random, hasFontFor);
  const latin = ['en', 'de'].includes(document.script.language);
  const able = latin ? producers : producers.filter((producer) => producer !== 'pdflatex');
  const widest = widestTable(document);
  const layouts = [makeLayout(random, able, widest), makeLayout(random, able, widest)] as const;
  const { document: revised, changes } = editDocument(document, random);
  const path = (part: string): string => join(folder, `${seed}-${part}.pdf`);
  const order = (part: string, content: FreshDocument, layout: FreshLayout): Order => ({
    path: path(part),
    document: content,
    layout,
  });
  const made: FreshCase = {
    name: `seed ${seed} (${document.script.language})`,
    language: document.script.language,
    layouts,
    same: [path('a'), path('b')],
    edited: path('c'),
    changes,
  };
  const orders = [order('a', document, layouts[0]), order('b', document, layouts[1]), order('c', revised, layouts[0])];
  return { made, orders };
}

async function judge(
  cases: readonly FreshCase[],
  reader: ChildReader,
): Promise<{ measures: Measure[]; remarks: string[] }> {
  const remarks: string[] = [];
  const found = tally();
  let compared = 0;
  let clean = 0;
  let spurious = 0;
  let wrong = 0;
  for (const { name, layouts, same, edited, changes } of cases) {
    const settings = `${describeLayout(layouts[0])} | ${describeLayout(layouts[1])}`;
    const pair = same.every(existsSync) ? await readBoth(same, reader) : null;
    if (!pair) {
      remarks.push(`${name}: not made or not read: ${settings}`);
      continue;
    }
    compared++;
    const between = contentChanges(pair[0].document.blocks, pair[1].document.blocks);
    spurious += between.length;
    if (between.length === 0) clean++;
    else remarks.push(`${name}: ${between.length} changes without any: ${settings}`);
    for (const change of between) remarks.push(`    ${change.type} ${show(change.before)} → ${show(change.after)}`);
    const other = existsSync(edited) ? await readBoth([same[0], edited], reader) : null;
    if (!other) continue;
    const result = countChanges(changes, contentChanges(other[0].document.blocks, other[1].document.blocks), found);
    wrong += result.wrong.length;
    for (const change of result.missed)
      remarks.push(`${name}: missed ${change.type} ${show(change.before)} → ${show(change.after)}: ${settings}`);
    for (const change of result.wrong)
      remarks.push(`${name}: wrong ${change.type} ${show(change.before)} → ${show(change.after)}: ${settings}`);
  }
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  return {
    remarks,
    measures: [
      {
        name: `fresh pairs of one text without a text change (${clean} of ${compared}; ${spurious} changes)`,
        value: compared > 0 ? clean / compared : null,
        bar: { atLeast: 1 },
        peer: '–',
        show: percent,
      },
      {
        name: `fresh pairs, edits found (${found.hit} of ${found.of})`,
        value: found.of > 0 ? found.hit / found.of : null,
        bar: { atLeast: 0.98 },
        peer: '–',
        show: percent,
      },
      {
        name: `fresh pairs, false changes (${wrong})`,
        value: found.of > 0 ? wrong / found.of : null,
        bar: { atMost: 0.05 },
        peer: '–',
        show: percent,
      },
    ],
  };
}

function show(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 100));
}
