/**
 * Proves an evidence pack again, on any machine: its digests, the invariants of its redline, its files, and every value
 * of its manifest that can be calculated anew.
 */
import { Compile } from 'typebox/compile';
import { settingsOf } from '../../../shared/api/settings.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { BOTH_SIDES } from '../../../shared/document/model.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { namesInArchive, readArchive } from '../../ooxml/read-archive.ts';
import type { ComparePlan } from '../compare/compare-options.ts';
import { comparePair, type Finished } from '../compare/compare-pair.ts';
import { CommandError } from '../command-error.ts';
import { chosenFormats } from '../input/formats-of-inputs.ts';
import { EVIDENCE_CHECKS as CHECKS } from '../strings/evidence.ts';
import type { Terminal } from '../terminal.ts';
import { changesText, ENTRY, entryOf, Manifest } from '../../pipeline/evidence/manifest.ts';
import { checkCounts, checkForm, checkValues, checkWitness } from './check-manifest.ts';
import { findingOf, type EvidenceFinding } from './evidence-finding.ts';
import { sha256 } from '../../sha256.ts';

/** The files of a comparison with their names. */
export interface GivenFiles {
  readonly names: readonly [original: string, revised: string];
  readonly bytes: readonly [original: Buffer, revised: Buffer];
}

/** Whether bytes are a ZIP archive that begins with the manifest of a pack. */
export function isEvidence(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1');
  return start.startsWith('PK') && start.slice(30).startsWith(ENTRY.manifest);
}

/**
 * Checks a pack. `given` are the files from elsewhere; without them those of the pack are compared again, if it has
 * them. Throws a CommandError for what is no pack, and the readers' `ServiceError`.
 */
export async function verifyEvidence(
  pack: Uint8Array,
  given: GivenFiles | null,
  environment: Terminal['env'],
): Promise<EvidenceFinding[]> {
  const parts = new Map((await readArchive(pack)).map(({ name, bytes }) => [name, bytes]));
  const manifest = readManifest(parts.get(ENTRY.manifest));
  const findings: EvidenceFinding[] = [];
  const check = (name: string, stored: unknown, calculated: unknown): void =>
    void findings.push(findingOf(name, stored, calculated));
  for (const [name, digest] of Object.entries(manifest.entries)) {
    const bytes = parts.get(name);
    check(CHECKS.entry(name), digest, bytes && sha256(bytes));
  }
  findings.push(...checkForm(manifest, await namesInArchive(pack)));

  const redline = parts.get(ENTRY.redline);
  if (manifest.contains === 'everything') {
    const html = redline === undefined ? '' : new TextDecoder().decode(redline);
    check(CHECKS.fragment, manifest.fragmentSha256, sha256(html));
    check(CHECKS.rejectAll, manifest.invariants.rejectAll, decided(html, 'reject'));
    check(CHECKS.acceptAll, manifest.invariants.acceptAll, decided(html, 'accept'));
  }
  const files = given ?? filesOf(manifest, parts);
  const changes = parts.get(ENTRY.changes);
  if (files === null) return [...findings, ...checkCounts(manifest, changes), { check: CHECKS.compared, holds: null }];
  for (const [at, side] of BOTH_SIDES.entries())
    check(CHECKS.file(side), manifest.files[side].sha256, sha256(files.bytes[at]!));
  const again = await comparePair(files.names, files.bytes, planOf(manifest), environment);
  return [
    ...findings,
    ...comparedAgain(again, manifest, changes),
    ...checkValues(manifest, again, [files.bytes[0].byteLength, files.bytes[1].byteLength]),
    ...(await checkWitness(manifest, again, environment)),
  ];
}

function comparedAgain(again: Finished, manifest: Manifest, changes: Uint8Array | undefined): EvidenceFinding[] {
  const digests = again.comparison.digests();
  const { files, invariants, contains, fragmentSha256 } = manifest;
  const calculated = changesText(again.page().changes, contains === 'changes');
  return [
    findingOf(CHECKS.text('original'), files.original.textSha256, sha256(again.texts[0])),
    findingOf(CHECKS.text('revised'), files.revised.textSha256, sha256(again.texts[1])),
    findingOf(CHECKS.reading('original'), invariants.rejectAll, digests.original),
    findingOf(CHECKS.reading('revised'), invariants.acceptAll, digests.revised),
    findingOf(
      CHECKS.changes,
      { redline: fragmentSha256, changes: changes ? sha256(changes) : null },
      { redline: sha256(again.comparison.html), changes: sha256(calculated) },
    ),
  ];
}

function readManifest(bytes: Uint8Array | undefined): Manifest {
  let value: unknown;
  try {
    value = bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    value = undefined;
  }
  if (Compile(Manifest).Check(value)) return value;
  throw new CommandError('this ZIP archive is no evidence pack: its manifest.json is missing or has another form');
}

/** The digest of what a decision about every change gives; null for what is no fragment, which proves nothing. */
function decided(html: string, decision: 'accept' | 'reject'): string | null {
  try {
    return sha256(writeFragment(resolveBlocks(scanFragment(html), { [decision]: 'all' })));
  } catch {
    return null;
  }
}

/** The files in a pack of everything. What its manifest calls them does not decide. */
function filesOf({ contains, files }: Manifest, parts: ReadonlyMap<string, Uint8Array>): GivenFiles | null {
  if (contains !== 'everything') return null;
  const names = [entryOf('original', files.original.name), entryOf('revised', files.revised.name)] as const;
  const [original, revised] = names.map((name) => parts.get(name));
  if (original === undefined || revised === undefined) return null;
  return { names, bytes: [Buffer.from(original), Buffer.from(revised)] };
}

function planOf({ settings }: Manifest): ComparePlan {
  const { originalFormat, revisedFormat } = settings;
  const isOne = originalFormat !== undefined && originalFormat === revisedFormat;
  return {
    chosen: chosenFormats(isOne ? { format: originalFormat } : withoutUndefined({ originalFormat, revisedFormat })),
    settings: settingsOf(settings),
    track: { author: undefined, date: undefined },
    paper: {},
  };
}
