/** Proves an evidence pack again, on any machine: its digests, the invariants of its redline, and its files. */
import { Compile } from 'typebox/compile';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { readArchive } from '../../ooxml/read-archive.ts';
import type { ComparePlan } from '../compare/compare-options.ts';
import { comparePair, type Finished } from '../compare/compare-pair.ts';
import { CommandError } from '../command-error.ts';
import { chosenFormats } from '../input/formats-of-inputs.ts';
import { EVIDENCE_CHECKS as CHECKS } from '../strings.ts';
import type { Terminal } from '../terminal.ts';
import { changesText, ENTRY, Manifest } from '../../pipeline/evidence/manifest.ts';
import { sha256 } from './sha256.ts';

/** One thing that was checked. */
export interface EvidenceFinding {
  readonly check: string;
  readonly holds: boolean;
}

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
  const check = (name: string, holds: boolean): void => void findings.push({ check: name, holds });
  parts.delete(ENTRY.manifest);
  const listed = Object.entries(manifest.entries);
  for (const [name, digest] of listed) {
    const bytes = parts.get(name);
    check(CHECKS.entry(name), bytes !== undefined && sha256(bytes) === digest);
  }
  check(CHECKS.nothingElse, parts.size === listed.length);

  const redline = parts.get(ENTRY.redline);
  if (manifest.contains === 'everything') {
    const html = redline === undefined ? '' : new TextDecoder().decode(redline);
    check(CHECKS.fragment, sha256(html) === manifest.fragmentSha256);
    check(CHECKS.rejectAll, decides(html, 'reject', manifest.invariants.rejectAll));
    check(CHECKS.acceptAll, decides(html, 'accept', manifest.invariants.acceptAll));
  }
  const files = given ?? filesOf(manifest, parts);
  if (files === null) return findings;
  for (const [at, side] of (['original', 'revised'] as const).entries())
    check(CHECKS.file(side), sha256(files.bytes[at]!) === manifest.files[side].sha256);
  const again = await comparePair(files.names, files.bytes, planOf(manifest), environment);
  findings.push(...comparedAgain(again, manifest, parts.get(ENTRY.changes)));
  return findings;
}

function comparedAgain(again: Finished, manifest: Manifest, changes: Uint8Array | undefined): EvidenceFinding[] {
  const digests = again.comparison.digests();
  const { files, invariants } = manifest;
  return [
    { check: CHECKS.text('original'), holds: sha256(again.texts[0]) === files.original.textSha256 },
    { check: CHECKS.text('revised'), holds: sha256(again.texts[1]) === files.revised.textSha256 },
    { check: CHECKS.reading('original'), holds: digests.original === invariants.rejectAll },
    { check: CHECKS.reading('revised'), holds: digests.revised === invariants.acceptAll },
    {
      check: CHECKS.changes,
      holds:
        sha256(again.comparison.html) === manifest.fragmentSha256 &&
        changes !== undefined &&
        new TextDecoder().decode(changes) === changesText(again.page().changes, manifest.contains === 'changes'),
    },
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

function decides(html: string, decision: 'accept' | 'reject', digest: string): boolean {
  try {
    return sha256(writeFragment(resolveBlocks(scanFragment(html), { [decision]: 'all' }))) === digest;
  } catch {
    // What is no fragment proves nothing.
    return false;
  }
}

function filesOf({ files }: Manifest, parts: ReadonlyMap<string, Uint8Array>): GivenFiles | null {
  const [original, revised] = [files.original, files.revised].map(({ entry }) => parts.get(entry ?? ''));
  if (original === undefined || revised === undefined) return null;
  return {
    names: [files.original.entry!, files.revised.entry!],
    bytes: [Buffer.from(original), Buffer.from(revised)],
  };
}

function planOf({ settings }: Manifest): ComparePlan {
  const { originalFormat, revisedFormat, select, ignoreSelectors } = settings;
  const isOne = originalFormat !== undefined && originalFormat === revisedFormat;
  return {
    chosen: chosenFormats(
      isOne
        ? { format: originalFormat }
        : {
            ...(originalFormat !== undefined && { originalFormat }),
            ...(revisedFormat !== undefined && { revisedFormat }),
          },
    ),
    mode: settings.mode,
    attributeMode: settings.attributeMode,
    include: settings.include,
    complexity: settings.complexity,
    selection:
      select === undefined && ignoreSelectors === undefined
        ? undefined
        : { ...(select !== undefined && { select }), ...(ignoreSelectors && { ignoreSelectors }) },
    details: [],
    rules: [],
    track: { author: undefined, date: undefined },
  };
}
