/** Evidence packs whose manifest says something else than their files: every value that can be calculated is. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyEvidence } from '../../../../service/cli/evidence/verify-evidence.ts';
import { sha256 } from '../../../../service/sha256.ts';
import { readArchive } from '../../../../service/ooxml/read-archive.ts';
import { writeArchive } from '../../../../service/ooxml/write-archive.ts';
import { docx, r, wp } from '../../../builders/docx.ts';
import { callDiffsvc } from '../run-diffsvc.ts';

const NAMES = ['a.docx', 'b.docx'] as const;
const HEADED = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>';
const FILES = ['ten', 'two'].map((word) =>
  docx(wp(r(`The fee is ${word} euro.`)) + wp(r('A secret stays.')) + HEADED, { headers: { h1: wp(r('Draft')) } }),
);
let folder: string;
let whole: Uint8Array;
let changesOnly: Uint8Array;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-forged-'));
  NAMES.forEach((name, at) => writeFileSync(join(folder, name), FILES[at]!));
  const packed = async (...options: string[]): Promise<Uint8Array> => {
    const { code, stderr } = await callDiffsvc(['evidence', ...NAMES, '-o', 'pack.zip', ...options], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    return readFileSync(join(folder, 'pack.zip'));
  };
  whole = await packed();
  changesOnly = await packed('--changes-only');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Value = Record<string, unknown>;

/** The pack with another value at a path of its manifest; undefined removes it. */
async function forged(pack: Uint8Array, path: string, value: unknown): Promise<Uint8Array> {
  const entries = await readArchive(pack);
  const manifest = JSON.parse(new TextDecoder().decode(entries[0]!.bytes)) as Value;
  const names = path.split('/');
  const last = names.pop()!;
  const holder = names.reduce((within, name) => within[name] as Value, manifest);
  // A value that is undefined is not written.
  holder[last] = value;
  return writeArchive([
    { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) },
    ...entries.slice(1).map(({ name, bytes }) => ({ name, bytes })),
  ]);
}

const given = () => ({ names: NAMES, bytes: [Buffer.from(FILES[0]!), Buffer.from(FILES[1]!)] as const });
const broken = async (pack: Uint8Array, files = false): Promise<object[]> =>
  (await verifyEvidence(pack, files ? given() : null, process.env)).filter(({ holds }) => holds === false);

const COUNTS = { insertions: 0, deletions: 0, formatChanges: 0, linkChanges: 0, blockInsertions: 0, blockDeletions: 0 };
const SUMMARY = { changeCount: 1, replacements: 1, ...COUNTS };
const MANY = { ...SUMMARY, changeCount: 5 };
const WITNESS = { reader: 'mammoth', agrees: true };

/** Path in the manifest, the forged value, the check that breaks, and the value that was calculated. */
const FORGERIES: readonly (readonly [path: string, value: unknown, check: string, calculated: unknown])[] = [
  ['sameness', 'same_file', 'the sameness is what the comparison gives', 'different'],
  ['summary', MANY, 'the counts are those of the changes', SUMMARY],
  ['summary/declaredChanges', 1, 'the counts are those of the changes', SUMMARY],
  ['format', 'pdf', 'the format is the one that was compared', 'docx'],
  ['files/revised/sizeBytes', 7, 'the revised file has its size', 0],
  [
    'witness',
    { original: { reader: 'mammoth', agrees: false }, revised: WITNESS },
    'the second reader of the original file finds the same',
    WITNESS,
  ],
  ['approvedBy', 'a notary', 'the manifest has nothing else', []],
];

describe.each([
  ['with its files', () => whole, false],
  ['of the changes alone, with files from elsewhere', () => changesOnly, true],
] as const)('a pack %s', (_, pack, files) => {
  it('holds as it was written', async () => {
    expect(await broken(pack(), files)).toEqual([]);
  });

  it.each(FORGERIES)('does not hold with another %s', async (path, value, check, calculated) => {
    const anew = path.endsWith('sizeBytes') ? FILES[1]!.byteLength : calculated;
    const found = await broken(await forged(pack(), path, value), files);
    expect(found).toEqual([expect.objectContaining({ check, calculated: anew })]);
  });

  it('does not hold with settings that give another result', async () => {
    expect(await broken(await forged(pack(), 'settings/include', []), files)).not.toEqual([]);
  });
});

describe('a pack with its files', () => {
  const NAMED = 'the entry of the original file has its name';

  it('cannot avoid the new comparison by another name of an entry', async () => {
    for (const entry of ['../../../etc/passwd', 'redline.html', undefined]) {
      const found = await broken(await forged(whole, 'files/original/entry', entry));
      const calculated = { check: NAMED, pack: entry ?? null, calculated: 'original.docx' };
      expect(found).toEqual([expect.objectContaining(calculated)]);
    }
  });

  it('cannot avoid it by the word that it has the changes alone', async () => {
    const checks = await broken(await forged(whole, 'contains', 'changes'));
    expect(checks).toContainEqual(expect.objectContaining({ check: 'the pack has the entries that it must have' }));
  });

  it('cannot avoid it by a manifest without the files', async () => {
    const entries = await readArchive(whole);
    const kept = entries.slice(0, 3).map(({ name, bytes }) => ({ name, bytes }));
    const changes = sha256(kept.find(({ name }) => name === 'changes.json')!.bytes);
    const redline = sha256(kept.find(({ name }) => name === 'redline.html')!.bytes);
    const without = await forged(writeArchive(kept), 'entries', { 'changes.json': changes, 'redline.html': redline });
    expect(await broken(without)).toContainEqual(
      expect.objectContaining({ check: 'the pack has the entries that it must have' }),
    );
  });

  it('has no folder, and no second entry of a name', async () => {
    const entries = (await readArchive(whole)).map(({ name, bytes }) => ({ name, bytes }));
    for (const name of ['redline.html/', 'redline.html']) {
      const bytes = name.endsWith('/') ? new Uint8Array() : entries.find((entry) => entry.name === name)!.bytes;
      const found = await broken(writeArchive([...entries, { name, bytes }]));
      expect(found).toEqual([{ check: 'the pack has nothing else', holds: false, pack: [name], calculated: [] }]);
    }
  });

  it('holds with what second readers found, and where it says nothing about them', async () => {
    const silent = { reader: null, agrees: null };
    expect(await broken(await forged(whole, 'witness', { original: WITNESS, revised: silent }))).toEqual([]);
    const untold = { reader: null, agrees: true };
    expect(await broken(await forged(whole, 'witness', { original: silent, revised: untold }))).toHaveLength(1);
  });
});

describe('a pack of the changes alone, without the files', () => {
  it('is checked against its changes, and the rest is not called proved', async () => {
    const findings = await verifyEvidence(changesOnly, null, process.env);
    expect(findings.filter(({ holds }) => holds !== true)).toEqual([
      { check: 'comparing again, which needs both files: name them before the pack', holds: null },
    ]);
    for (const [path, value] of [
      ['summary', MANY],
      ['sameness', 'same_file'],
    ] as const)
      expect(await broken(await forged(changesOnly, path, value))).toHaveLength(1);
  });
});

describe('diffsvc verify', () => {
  const verify = (pack: Uint8Array, ...options: string[]) => {
    writeFileSync(join(folder, 'forged.zip'), pack);
    return callDiffsvc(['verify', 'forged.zip', ...options], { cwd: folder });
  };

  it('tells both values of what does not hold, and ends with 1', async () => {
    const { code, stdout } = await verify(await forged(whole, 'sameness', 'same_file'));
    expect(code).toBe(1);
    expect(stdout).toContain(
      'broken  the sameness is what the comparison gives; the pack says "same_file", calculated is "different"\n',
    );
    expect(stdout).toMatch(/something does not hold\n$/u);
  });

  it('ends with 2 when the files are missing', async () => {
    const { code, stdout } = await verify(changesOnly);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^unread {2}comparing again/mu)]);
    expect(JSON.parse((await verify(changesOnly, '--json')).stdout)).toMatchObject({ holds: null });
    expect((await verify(whole)).code).toBe(0);
  });
});
