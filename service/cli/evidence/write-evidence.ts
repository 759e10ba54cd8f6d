/** Makes an evidence pack of a finished comparison. */
import { basename } from 'node:path';
import { statedSettings } from '../../pipeline/evidence/manifest.ts';
import { writePack } from '../../pipeline/evidence/write-pack.ts';
import { programVersion } from '../../program-version.ts';
import type { ComparePlan } from '../compare/compare-options.ts';
import type { Finished } from '../compare/compare-pair.ts';
import type { WitnessReport } from '../commands/witness.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

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
  const { names, texts, comparison, page, sameness } = finished;
  const { original: originalFormat, revised: revisedFormat } = plan.chosen;
  const formats = withoutUndefined({ originalFormat, revisedFormat });
  const sideOf = (at: 0 | 1) => ({ name: basename(names[at]), bytes: given[at], text: texts[at] });
  return writePack(
    {
      sides: { original: sideOf(0), revised: sideOf(1) },
      comparison,
      sameness,
      changes: page().changes,
      settings: statedSettings(formats, plan.settings),
    },
    {
      date: `${date.toISOString().slice(0, 19)}Z`,
      version: programVersion(),
      changesOnly,
      witness: witness && { original: witnessOf(witness.original), revised: witnessOf(witness.revised) },
    },
  );
}

function witnessOf({ reader, agrees }: WitnessReport['original']): { reader: string | null; agrees: boolean | null } {
  return { reader, agrees };
}
