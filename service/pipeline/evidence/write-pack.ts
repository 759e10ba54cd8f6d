/** Writes an evidence pack of a comparison. The same comparison, date and version give the same bytes. */
import { BOTH_SIDES, type Side } from '../../../shared/document/model.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import type { Sameness } from '../../../shared/change/uncompared.ts';
import { sha256 } from '../../sha256.ts';
import { writeArchive } from '../../ooxml/write-archive.ts';
import type { FinishedComparison } from '../compare/compare-readings.ts';
import { changeCountsOf, changesText, ENTRY, entryOf, type Manifest } from './manifest.ts';

/** One compared file. */
export interface EvidenceSide {
  /** Name without folders. */
  readonly name: string;
  /** As it was given. */
  readonly bytes: Uint8Array;
  /** The text that was read. */
  readonly text: string;
}

/** A finished comparison with what it was made of. */
export interface EvidenceSource {
  readonly sides: Readonly<Record<Side, EvidenceSide>>;
  readonly comparison: Pick<FinishedComparison, 'html' | 'format' | 'summary' | 'digests'>;
  /** All changes, without details. */
  readonly changes: StructuredPage['changes'];
  readonly sameness: Sameness;
  readonly settings: Manifest['settings'];
}

/** What a pack says and holds beside the comparison. */
export interface EvidenceTerms {
  /** ISO 8601 in UTC, whole seconds. */
  readonly date: string;
  /** The version of the program. */
  readonly version: string;
  /** Only the changes: no file, and no unchanged text. */
  readonly changesOnly: boolean;
  readonly witness: Manifest['witness'];
}

/** The bytes of the pack, a ZIP archive. */
export function writePack(source: EvidenceSource, terms: EvidenceTerms): Uint8Array {
  const { date, version, changesOnly, witness } = terms;
  const { sides, comparison, changes, sameness, settings } = source;
  const digests = comparison.digests();
  const parts: { name: string; bytes: Uint8Array }[] = [
    { name: ENTRY.changes, bytes: encoded(changesText(changes, changesOnly)) },
  ];
  if (!changesOnly) {
    parts.push({ name: ENTRY.redline, bytes: encoded(comparison.html) });
    for (const side of BOTH_SIDES) parts.push({ name: entryOf(side, sides[side].name), bytes: sides[side].bytes });
  }
  const fileOf = (side: Side) => {
    const { name, bytes, text } = sides[side];
    const entry = changesOnly ? {} : { entry: entryOf(side, name) };
    return { name, sizeBytes: bytes.byteLength, sha256: sha256(bytes), textSha256: sha256(text), ...entry };
  };
  const { format, summary } = comparison;
  const manifest: Manifest = {
    schemaVersion: 'diffsvc.evidence.v1',
    date,
    version,
    contains: changesOnly ? 'changes' : 'everything',
    settings,
    files: { original: fileOf('original'), revised: fileOf('revised') },
    format,
    sameness,
    summary: changeCountsOf(summary),
    fragmentSha256: sha256(comparison.html),
    invariants: { rejectAll: digests.original, acceptAll: digests.revised },
    witness,
    entries: Object.fromEntries(parts.map(({ name, bytes }) => [name, sha256(bytes)])),
  };
  return writeArchive([{ name: ENTRY.manifest, bytes: encoded(`${JSON.stringify(manifest, null, 2)}\n`) }, ...parts]);
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
