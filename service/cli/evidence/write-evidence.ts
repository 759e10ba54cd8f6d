/** Makes an evidence pack of a finished comparison. The same comparison and date give the same bytes. */
import { BOTH_SIDES } from '../../../shared/document/model.ts';
import { basename, extname } from 'node:path';
import { writeArchive } from '../../ooxml/write-archive.ts';
import { programVersion } from '../../program-version.ts';
import type { ComparePlan } from '../compare/compare-options.ts';
import type { Finished } from '../compare/compare-pair.ts';
import type { WitnessReport } from '../commands/witness.ts';
import { changesText, ENTRY, type Manifest } from './manifest.ts';
import { sha256 } from './sha256.ts';

/** What goes into a pack beside the comparison. */
export interface EvidenceOptions {
  readonly date: Date;
  /** Only the changes: no file, and no unchanged text. */
  readonly changesOnly: boolean;
  readonly witness: WitnessReport | null;
  /** The files as they were given. */
  readonly given: readonly [original: Uint8Array, revised: Uint8Array];
}

/** The bytes of the pack, a ZIP archive. */
export function writeEvidence(finished: Finished, plan: ComparePlan, options: EvidenceOptions): Uint8Array {
  const { date, changesOnly, witness, given } = options;
  const { names, texts, comparison, summary, page, sameness } = finished;
  const digests = comparison.digests();
  const parts: { name: string; bytes: Uint8Array }[] = [
    { name: ENTRY.changes, bytes: encoded(changesText(page().changes, changesOnly)) },
  ];
  if (!changesOnly) {
    parts.push({ name: ENTRY.redline, bytes: encoded(comparison.html) });
    for (const [at, side] of BOTH_SIDES.entries()) parts.push({ name: entryOf(side, names[at]!), bytes: given[at]! });
  }
  const fileOf = (at: 0 | 1) => ({
    name: basename(names[at]),
    sizeBytes: given[at].byteLength,
    sha256: sha256(given[at]),
    textSha256: sha256(texts[at]),
    ...(!changesOnly && { entry: entryOf(BOTH_SIDES[at], names[at]) }),
  });
  const { original, revised } = plan.chosen;
  const manifest: Manifest = {
    schemaVersion: 'diffsvc.evidence.v1',
    date: `${date.toISOString().slice(0, 19)}Z`,
    version: programVersion(),
    contains: changesOnly ? 'changes' : 'everything',
    settings: {
      ...(original !== undefined && { originalFormat: original }),
      ...(revised !== undefined && { revisedFormat: revised }),
      ...{
        mode: plan.mode,
        attributeMode: plan.attributeMode,
        include: [...plan.include],
        complexity: plan.complexity,
      },
      ...(plan.selection?.select !== undefined && { select: plan.selection.select }),
      ...(plan.selection?.ignoreSelectors && { ignoreSelectors: [...plan.selection.ignoreSelectors] }),
    },
    files: { original: fileOf(0), revised: fileOf(1) },
    ...{ format: comparison.format, sameness, summary },
    fragmentSha256: sha256(comparison.html),
    invariants: { rejectAll: digests.original, acceptAll: digests.revised },
    witness: witness && { original: witnessOf(witness.original), revised: witnessOf(witness.revised) },
    entries: Object.fromEntries(parts.map(({ name, bytes }) => [name, sha256(bytes)])),
  };
  return writeArchive([{ name: ENTRY.manifest, bytes: encoded(`${JSON.stringify(manifest, null, 2)}\n`) }, ...parts]);
}

function witnessOf({ reader, agrees }: WitnessReport['original']): { reader: string | null; agrees: boolean | null } {
  return { reader, agrees };
}

function entryOf(side: 'original' | 'revised', name: string): string {
  const ending = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,10}$/.test(ending) ? `${ENTRY[side]}${ending}` : ENTRY[side];
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
