/** Calculates the values of a manifest anew: those that need its own entries alone, and those that need both files. */
import { Value } from 'typebox/value';
import type { ChangeCounts } from '../../../shared/change/page.ts';
import { samenessOf, type Sameness } from '../../../shared/change/uncompared.ts';
import { BOTH_SIDES } from '../../../shared/document/model.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { changeCountsOf, ENTRY, entryOf, Manifest } from '../../pipeline/evidence/manifest.ts';
import { witness } from '../commands/witness.ts';
import type { Finished } from '../compare/compare-pair.ts';
import { EVIDENCE_CHECKS as CHECKS } from '../strings/evidence.ts';
import type { Terminal } from '../terminal.ts';
import { findingOf, type EvidenceFinding } from './evidence-finding.ts';

/** The types of changes that a summary counts, by their counts. */
const COUNTED = [
  ['insertions', 'insert'],
  ['deletions', 'delete'],
  ['replacements', 'replace'],
  ['formatChanges', 'format'],
  ['linkChanges', 'link'],
  ['blockInsertions', 'block_insert'],
  ['blockDeletions', 'block_delete'],
] as const;

/** Checks the members of a manifest, and the names of the entries. `names`: every name in the archive. */
export function checkForm(manifest: Manifest, names: readonly string[]): EvidenceFinding[] {
  const { contains, files, entries } = manifest;
  const known = new Set(membersOf(Value.Clean(Manifest, structuredClone(manifest))));
  const isWhole = contains === 'everything';
  const named = BOTH_SIDES.map((side) => entryOf(side, files[side].name));
  const expected = [ENTRY.changes, ...(isWhole ? [ENTRY.redline, ...named] : [])];
  const listed = new Set([ENTRY.manifest, ...Object.keys(entries)]);
  const surplus = names.filter((name, at) => !listed.has(name) || names.indexOf(name) !== at);
  return [
    findingOf(
      CHECKS.members,
      membersOf(manifest).filter((member) => !known.has(member)),
      [],
    ),
    findingOf(CHECKS.entries, Object.keys(entries).sort(), expected.sort()),
    findingOf(CHECKS.nothingElse, surplus, []),
    ...BOTH_SIDES.map((side) =>
      findingOf(CHECKS.entryName(side), files[side].entry, isWhole ? entryOf(side, files[side].name) : undefined),
    ),
  ];
}

/** Checks the counts and the sameness against the changes in the pack, for want of the files. */
export function checkCounts(
  { summary, sameness, files }: Manifest,
  changes: Uint8Array | undefined,
): EvidenceFinding[] {
  const counted = countedIn(changes, summary);
  const count = counted?.changeCount ?? 0;
  const isSameText = files.original.textSha256 === files.revised.textSha256;
  // Of the answers without a change, only equal files leave a trace in the pack.
  const isPossible = sameness !== 'different' && (sameness !== 'same_file' || isSameText);
  const calculated: Sameness = count === 0 && isPossible ? sameness : samenessOf(count, undefined, false);
  return [findingOf(CHECKS.summary, summary, counted), findingOf(CHECKS.sameness, sameness, calculated)];
}

/** Checks what a new comparison of the files gives. `sizes`: of the files as they were given. */
export function checkValues(
  manifest: Manifest,
  again: Finished,
  sizes: readonly [original: number, revised: number],
): EvidenceFinding[] {
  return [
    ...BOTH_SIDES.map((side, at) => findingOf(CHECKS.size(side), manifest.files[side].sizeBytes, sizes[at])),
    findingOf(CHECKS.format, manifest.format, again.comparison.format),
    findingOf(CHECKS.summary, manifest.summary, changeCountsOf(again.summary)),
    findingOf(CHECKS.sameness, manifest.sameness, again.sameness),
  ];
}

/**
 * Reads both files a second time, if the pack says what second readers found. A side without a reader says nothing. A
 * reader that is missing here leaves its side unchecked.
 */
export async function checkWitness(
  { witness: stored }: Manifest,
  { inputs }: Finished,
  environment: Terminal['env'],
): Promise<EvidenceFinding[]> {
  if (stored === null) return [];
  const isSilent = BOTH_SIDES.every((side) => stored[side].reader === null);
  const again = isSilent ? null : await witness(...inputs, environment);
  return BOTH_SIDES.map((side, at): EvidenceFinding => {
    const { reader, agrees } = stored[side];
    const check = CHECKS.witness(side);
    const nothing = { reader: null, agrees: null };
    if (again === null || reader === null) return findingOf(check, { reader, agrees }, nothing);
    const calculated = { reader: again[side].reader, agrees: again[side].agrees };
    const couldBeRead = documentFormatOf(inputs[at]!) !== null;
    if (calculated.reader === null && couldBeRead) return { check, holds: null };
    return findingOf(check, { reader, agrees }, calculated);
  });
}

/** The counts of the changes in an entry; null if it has none. */
function countedIn(entry: Uint8Array | undefined, stored: ChangeCounts): ChangeCounts | null {
  let changes: unknown;
  try {
    changes = JSON.parse(new TextDecoder().decode(entry));
  } catch {
    return null;
  }
  if (!Array.isArray(changes)) return null;
  const types = changes.map((change: { type?: unknown } | null) => change?.type);
  const counts = COUNTED.map(([name, type]) => [name, types.filter((each) => each === type).length]);
  const declared = changes.filter((change: { declaredBy?: unknown } | null) => change?.declaredBy !== undefined).length;
  const hasDeclared = stored.declaredChanges !== undefined || declared > 0;
  return withoutUndefined({
    changeCount: changes.length,
    ...(Object.fromEntries(counts) as Omit<ChangeCounts, 'changeCount'>),
    declaredChanges: hasDeclared ? declared : undefined,
  });
}

/** The paths of all members of a value. */
function membersOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [`${path}/${name}`, ...membersOf(each, `${path}/${name}`)]);
}
