/** Evidence packs: the same bytes again, proof of what they hold, and a finding for everything that is tampered with. */
import { describe, expect, it } from 'vitest';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { settingsOf } from '../../../../shared/api/settings.ts';
import type { ComparePlan } from '../../../../service/cli/compare/compare-options.ts';
import { comparePair } from '../../../../service/cli/compare/compare-pair.ts';
import { isEvidence, verifyEvidence } from '../../../../service/cli/evidence/verify-evidence.ts';
import { writeEvidence } from '../../../../service/cli/evidence/write-evidence.ts';
import { readArchive } from '../../../../service/ooxml/read-archive.ts';
import { writeArchive } from '../../../../service/ooxml/write-archive.ts';
import { docx, r, wp } from '../../../builders/docx.ts';

const PLAN: ComparePlan = {
  chosen: { original: undefined, revised: undefined },
  settings: settingsOf({ include: INCLUDES, complexity: 'extended' }),
  track: { author: undefined, date: undefined },
  paper: {},
};
const DATE = new Date('2026-01-31T00:00:00Z');
const WORD = [
  docx(wp(r('The fee is ten euro.')) + wp(r('A secret stays.'))),
  docx(wp(r('The fee is two euro.')) + wp(r('A secret stays.'))),
];
const TEXT = ['# Fee\n\nTen euro.\n\nA secret stays.\n', '# Fee\n\nTwo euro.\n\nA secret stays.\n'].map((text) =>
  Buffer.from(text),
);

type Names = readonly [string, string];
const SETS: readonly (readonly [string, Names, readonly Uint8Array[]])[] = [
  ['DOCX', ['a.docx', 'b.docx'], WORD],
  ['Markdown', ['a.md', 'b.md'], TEXT],
];

async function packed(names: Names, files: readonly Uint8Array[], changesOnly = false): Promise<Uint8Array> {
  const given = [Buffer.from(files[0]!), Buffer.from(files[1]!)] as const;
  const finished = await comparePair(names, given, PLAN, {});
  return writeEvidence(finished, PLAN, { date: DATE, changesOnly, witness: null, given });
}

const broken = async (pack: Uint8Array, names?: Names, files?: readonly Uint8Array[]): Promise<string[]> => {
  const given = names && files ? { names, bytes: [Buffer.from(files[0]!), Buffer.from(files[1]!)] as const } : null;
  return (await verifyEvidence(pack, given, {})).filter(({ holds }) => holds === false).map(({ check }) => check);
};

describe.each(SETS)('an evidence pack of %s', (_, names, files) => {
  it('has the same bytes again, and proves itself', async () => {
    const pack = await packed(names, files);
    expect(isEvidence(pack)).toBe(true);
    expect(Buffer.compare(pack, await packed(names, files))).toBe(0);
    expect(await broken(pack)).toEqual([]);
  });

  it('of changes alone has no unchanged text, and proves itself with the files', async () => {
    const pack = await packed(names, files, true);
    const entries = await readArchive(pack);
    expect(entries.map(({ name }) => name)).toEqual(['manifest.json', 'changes.json']);
    for (const { bytes } of entries) expect(new TextDecoder().decode(bytes)).not.toMatch(/secret|euro|Fee/u);
    expect(await broken(pack)).toEqual([]);
    expect(await broken(pack, names, files)).toEqual([]);
    expect(await broken(pack, names, [...files].reverse())).toContain('the original file is the one that was compared');
  });

  it('says which entry was changed, removed or added', async () => {
    const entries = await readArchive(await packed(names, files));
    for (const victim of entries) {
      if (victim.name === 'manifest.json') continue;
      const without = writeArchive(entries.filter((entry) => entry !== victim));
      expect(await broken(without)).toContain(`${victim.name} is as the manifest says`);
      const bytes = Uint8Array.from(victim.bytes);
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      const changed = entries.map(({ name, bytes: own }) => ({ name, bytes: name === victim.name ? bytes : own }));
      // A changed file may be unreadable, which is a fault of its own.
      const found = await broken(writeArchive(changed)).catch(() => [`${victim.name} is as the manifest says`]);
      expect(found).toContain(`${victim.name} is as the manifest says`);
    }
    const added = writeArchive([...entries, { name: 'more.txt', bytes: Buffer.from('x') }]);
    expect(await broken(added)).toEqual(['the pack has nothing else']);
  });

  it('says that another redline does not give the files back, whatever its manifest says', async () => {
    const { sha256 } = await import('../../../../service/sha256.ts');
    const entries = await readArchive(await packed(names, files));
    const text = (name: string): string =>
      new TextDecoder().decode(entries.find((entry) => entry.name === name)!.bytes);
    const redline = text('redline.html').replace('secret', 'promise');
    const manifest = JSON.parse(text('manifest.json'));
    manifest.fragmentSha256 = manifest.entries['redline.html'] = sha256(redline);
    const forged = entries.map(({ name, bytes }) => {
      if (name === 'redline.html') return { name, bytes: Buffer.from(redline) };
      return name === 'manifest.json' ? { name, bytes: Buffer.from(JSON.stringify(manifest)) } : { name, bytes };
    });
    expect(await broken(writeArchive(forged))).toEqual([
      'rejecting all gives the original',
      'accepting all gives the revised',
      'comparing again gives the same redline and the same changes',
    ]);
  });
});

describe('what is no pack', () => {
  it('is refused with what is missing', async () => {
    expect(isEvidence(WORD[0]!)).toBe(false);
    await expect(verifyEvidence(writeArchive([{ name: 'a', bytes: Buffer.from('x') }]), null, {})).rejects.toThrow(
      /no evidence pack/,
    );
  });
});
