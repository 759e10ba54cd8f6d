/**
 * What was decided is exactly what the files hold: random documents with every unit, decided at random through every
 * surface, and read by an oracle that draws the decided document from the script of the pair.
 */
import { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { BOTH_SIDES, type Side } from '../../../../shared/document/model.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import type { ChangeAction } from '../../../../shared/messages/viewer-message.ts';
import { readReviewFile, writeReviewFile } from '../../../../shared/review-file/review-file.ts';
import { EMPTY_RECORD } from '../../../../shared/review-file/review-record.ts';
import { idsWith, newReview, nextReview } from '../../../../renderer/review/review.ts';
import { addResolve } from '../../../../service/cli/commands/resolve.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { sha256 } from '../../../../service/sha256.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { checkDecidedDocx } from '../../../../service/witness/decided/check-decided-docx.ts';
import {
  docxOf,
  drawn,
  OPERATIONS,
  randomScript,
  wordOf,
  type DrawnDocument,
  type Operation,
  type Script,
} from '../../../builders/decided-pair.ts';
import { drawnLines, everyText, writtenLines } from '../../../oracle/decided/decided-lines.ts';
import { operationsOfChanges } from '../../../oracle/decided/operations-of-changes.ts';
import { randomFrom, RUNS_ALL, sampleTitle, SEED } from '../../../seed/seed.ts';

const DOCUMENTS = 500;
const SAMPLE = 40;
const LENGTH = 16;
const count = RUNS_ALL ? DOCUMENTS : SAMPLE;

interface Decided {
  readonly accept: readonly string[];
  readonly reject: readonly string[];
}

/** The ways in which decisions reach an export. Each gives the lists of the order. */
const SURFACES = {
  /** The lists of the API, as they are. */
  api: (_html: string, decided: Map<string, ChangeAction>): Decided => listsOf(decided),
  /** A key after the other, each at the first change of its unit, and the last one undone and redone. */
  keys: (html: string, decided: Map<string, ChangeAction>): Decided => {
    const blocks = scanFragment(html);
    let review = nextReview(newReview(blocks, 'unified'), { type: 'start' });
    for (const { changeIds } of unitsOf(blocks).all)
      review = nextReview(review, { type: 'decide', changeIds: [...changeIds], verdict: decided.get(changeIds[0]!)! });
    review = nextReview(nextReview(review, { type: 'undo' }), { type: 'redo' });
    return { accept: idsWith(review, 'accepted'), reject: idsWith(review, 'rejected') };
  },
  /** All that is rejected at once, and then the rest. */
  bulk: (html: string, decided: Map<string, ChangeAction>): Decided => {
    let review = nextReview(newReview(scanFragment(html), 'unified'), { type: 'start' });
    const { reject } = listsOf(decided);
    review = nextReview(review, { type: 'decide', changeIds: reject, verdict: 'rejected' });
    review = nextReview(review, { type: 'decide-remaining', verdict: 'accepted' });
    return { accept: idsWith(review, 'accepted'), reject: idsWith(review, 'rejected') };
  },
  /** A review file that somebody sends back. */
  file: (html: string, decided: Map<string, ChangeAction>): Decided => {
    const facts = { title: '', format: 'docx', fallback: false, fragmentSha256: sha256(html), digests: null } as const;
    const file = { facts, fragment: html, record: { ...EMPTY_RECORD, decided, finished: true } };
    return listsOf(
      new Map(readReviewFile(writeReviewFile(file, { policy: '', script: '', style: '' })).record.decided),
    );
  },
} as const;

function listsOf(decided: ReadonlyMap<string, ChangeAction>): Decided {
  const withVerdict = (verdict: ChangeAction): string[] =>
    [...decided].filter(([, is]) => is === verdict).map(([id]) => id);
  return { accept: withVerdict('accepted'), reject: withVerdict('rejected') };
}

/** Verdicts of the operations, and of the changes by them. Operations of one unit or one block share a verdict. */
function decide(html: string, random: () => number): { changes: Map<string, ChangeAction>; revised: Set<number> } {
  const operations = operationsOfChanges(html);
  const groups: { readonly ids: Set<string>; readonly operations: Set<number> }[] = [];
  for (const { changeIds } of unitsOf(scanFragment(html)).all) {
    const group = { ids: new Set(changeIds), operations: new Set(changeIds.flatMap((id) => [...operations.get(id)!])) };
    for (const other of groups.filter((each) => [...each.operations].some((one) => group.operations.has(one)))) {
      for (const id of other.ids) group.ids.add(id);
      for (const each of other.operations) group.operations.add(each);
      groups.splice(groups.indexOf(other), 1);
    }
    groups.push(group);
  }
  const changes = new Map<string, ChangeAction>();
  const revised = new Set<number>();
  for (const group of groups) {
    const isAccepted = random() < 0.5;
    for (const id of group.ids) changes.set(id, isAccepted ? 'accepted' : 'rejected');
    if (isAccepted) for (const each of group.operations) revised.add(each);
  }
  return { changes, revised };
}

async function compared(script: Script) {
  const original = docxOf(drawn(script, () => 'original'));
  const revised = docxOf(drawn(script, () => 'revised'));
  const options = { format: 'docx', mode: 'auto', attributeMode: 'semantic', include: INCLUDES } as const;
  const read = { include: INCLUDES };
  const { html } = compareReadings(await readDocx(original, read), await readDocx(revised, read), options);
  return { original, revised, html };
}

/** The fragment that the command line makes of decisions, and its exit code: 0 after a check without a finding. */
async function resolvedByCommand(html: string, { accept, reject }: Decided): Promise<{ html: string; code: number }> {
  const written: string[] = [];
  const sink = (into: string[]): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        into.push(chunk.toString());
        done();
      },
    });
  let code = -1;
  const program = new Command().exitOverride();
  const terminal = { stdin: Readable.from([Buffer.from(html)]), stdout: sink(written), stderr: sink([]), env: {} };
  addResolve(program, terminal, (exit) => (code = exit));
  const lists = [
    ...(accept.length > 0 ? ['--accept', accept.join(',')] : []),
    ...(reject.length > 0 ? ['--reject', reject.join(',')] : []),
  ];
  await program.parseAsync(['resolve', '-', ...lists], { from: 'user' });
  return { html: written.join(''), code };
}

describe(`decided documents: ${sampleTitle(count, DOCUMENTS)}`, () => {
  test.each(Array.from({ length: count }, (_, at) => (RUNS_ALL ? at + 1 : SEED + at)))('document %i', async (seed) => {
    const random = randomFrom(seed);
    const script = randomScript(random, LENGTH);
    const { original, revised, html } = await compared(script);
    const decided = decide(html, random);
    const surfaces = Object.keys(SURFACES) as (keyof typeof SURFACES)[];
    const surface = surfaces[Math.floor(random() * surfaces.length)]!;
    const decisions = SURFACES[surface](html, decided.changes);
    expect({ surface, accept: [...decisions.accept].sort(), reject: [...decisions.reject].sort() }).toEqual({
      surface,
      accept: [...listsOf(decided.changes).accept].sort(),
      reject: [...listsOf(decided.changes).reject].sort(),
    });
    const order = {
      ...({ format: 'docx', fallback: false, digests: null, options: decisions, title: '' } as const),
      ...{ html, original, revised, author: 'x', date: '2026-01-01T00:00:00Z' },
    };
    const { bytes } = await makeArtifact({ ...order, type: 'resolved_docx' });
    const wanted = drawn(script, (operation) => (decided.revised.has(operation) ? 'revised' : 'original'));
    expect(writtenLines(bytes)).toEqual(drawnLines(wanted));
    const kept = new Set(drawnLines(wanted).flatMap(wordsIn));
    const gone = (['original', 'revised'] as const).flatMap((side) =>
      drawnLines(drawn(script, () => side)).flatMap(wordsIn),
    );
    const resolved = await resolvedByCommand(html, decisions);
    expect([resolved.code, new Set(wordsIn(resolved.html))]).toEqual([
      0,
      new Set(
        drawnLines(wanted)
          .filter((line) => !line.includes('{'))
          .flatMap(wordsIn)
          .concat(wordsOfFields(wanted)),
      ),
    ]);
    const everything = everyText(bytes);
    expect(gone.filter((word) => !kept.has(word) && everything.includes(word))).toEqual([]);
    const check = await checkDecidedDocx({
      ...{ bytes, blocks: scanFragment(html), decisions, include: INCLUDES, sources: { original, revised } },
      reject: (file) => decideAll(file, 'reject'),
    });
    expect(check).toEqual({ exact: true, places: [] });
  });
});

test('the oracle tells every operation of a script from its absence', () => {
  const random = randomFrom(SEED);
  for (const operation of OPERATIONS.filter((each) => each !== 'keep')) {
    const common = randomScript(random, 8);
    const script = { ...common, operations: common.operations.map((_, at) => (at === 3 ? operation : 'keep')) };
    const moved = { ...script, targets: new Map(operation === 'move paragraph' ? [[3, 6]] : []) };
    const linesOf = (side: Side): string[] => writtenLines(docxOf(drawn(moved, () => side)));
    for (const side of BOTH_SIDES) expect(linesOf(side)).toEqual(drawnLines(drawn(moved, () => side)));
    expect(linesOf('original')).not.toEqual(linesOf('revised'));
  }
});

/** A fragment has the results of fields and not their instructions. */
function wordsOfFields({ body }: DrawnDocument): string[] {
  return body.flatMap((item) => ('text' in item && item.field !== undefined ? wordsIn(item.field.result) : []));
}

describe('an operation is one decision', () => {
  /** Operations of several changes, with the kind of their unit. Every other one is one change. */
  const UNITS: Partial<Record<Operation, string>> = {
    'replace words': 'several',
    'move paragraph': 'move',
    'insert footnote': 'note',
    'delete footnote': 'note',
    'insert comment': 'comment',
    'delete comment': 'comment',
    'change comment': 'comment',
    'insert comment with reply': 'comment',
    'delete comment with reply': 'comment',
    'insert reply': 'comment',
    'change result': 'field',
    'change field': 'field',
    'change link': 'link',
    'change list': 'list',
  };
  test.each(OPERATIONS.filter((each) => each !== 'keep'))('%s', async (operation) => {
    const common = randomScript(randomFrom(SEED), 10);
    const operations = common.operations.map((_, at) => (at === 3 ? operation : 'keep'));
    const targets = new Map(operation === 'move paragraph' ? [[3, 8]] : []);
    const { html } = await compared({ ...common, operations, targets });
    const units = unitsOf(scanFragment(html)).all.map(({ kind }) => kind);
    const kind = UNITS[operation] ?? 'single';
    expect(units).toEqual(kind === 'several' ? ['single', 'single'] : [kind]);
    expect(html).toContain(wordOf(3));
  });
});

/** Words that one side alone has: they name an operation and more. */
function wordsIn(line: string): string[] {
  return line.match(/(?:old|new)c\d{3}cs?/gu) ?? [];
}
