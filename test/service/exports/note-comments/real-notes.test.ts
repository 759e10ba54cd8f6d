/** Notes on every change of real pairs go out as comments and come back, and nothing else of the file differs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { takeOutNotes } from '../../../../service/exports/note-comments/take-out-notes.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { compared } from '../../../builders/tracked-docx.ts';
import { randomFrom, sampleOf, sampleTitle, SEED } from '../../../seed/seed.ts';

const SHARE = 1 / 24;

async function htmlOf(bytes: Uint8Array): Promise<string> {
  return writeFragment((await readDocx(bytes, { include: INCLUDES })).document.blocks);
}

describe('notes on real documents', () => {
  const root = corpusRoot();
  if (root === null) {
    test.skip(NO_CORPUS, () => undefined);
    return;
  }
  const folder = join(root, 'docx', 'pairs');
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.original\.docx$/.exec(file)?.[1] ?? []);
  // One pair of the corpus is no well-formed XML.
  const usable = names.filter((name) => name !== 'P0277').sort();
  const sample = sampleOf(usable, SHARE);
  it.each(sample)(`are comments of the file, ${sampleTitle(sample.length, usable.length)}: %s`, async (name) => {
    const [original, revised] = ['original', 'revised'].map((side) =>
      readFileSync(join(folder, `${name}.${side}.docx`)),
    );
    const { fragment } = await compared(original!, revised!);
    const units = unitsOf(scanFragment(fragment)).all;
    const random = randomFrom(SEED);
    const decisions = { accept: [] as string[], reject: [] as string[] };
    for (const { changeIds } of units) {
      const chance = random();
      if (chance < 0.7) (chance < 0.35 ? decisions.accept : decisions.reject).push(...changeIds);
    }
    const notes = units.map(({ id }, at) => ({
      changeId: id,
      messages: Array.from({ length: 1 + (at % 3) }, (_, answer) => ({
        ...{ author: answer === 1 ? '' : 'Grace', at: '2026-05-04T10:00:00Z' },
        text: `${id}, message ${answer}: “5 % & <more>”`,
      })),
    }));
    const make = async (
      type: 'track_changes_docx' | 'resolved_docx',
      options: Partial<typeof decisions>,
      noted: boolean,
    ) =>
      await makeArtifact({
        ...{ type, format: 'docx', fallback: false, digests: null, title: '', html: fragment },
        ...{ original: original!, revised: revised!, author: 'Ada', date: '2026-01-31T00:00:00Z' },
        options: { accept: [], reject: [], ...options, ...(noted && { notes }) },
      });
    for (const [type, options] of [
      ['track_changes_docx', {}],
      ['resolved_docx', decisions],
    ] as const) {
      const [plain, noted] = [await make(type, options, false), await make(type, options, true)];
      const { bytes, missing } = await takeOutNotes(
        noted.bytes,
        notes.flatMap(({ messages }) => messages),
      );
      expect(missing).toEqual([]);
      for (const decision of ['accept', 'reject'] as const)
        expect(await htmlOf(await decideAll(bytes, decision))).toBe(
          await htmlOf(await decideAll(plain.bytes, decision)),
        );
    }
  });
});
