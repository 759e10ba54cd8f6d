import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import type { LinkTargets } from '../../../shared/document/link-targets.ts';
import type { Document } from '../../../shared/document/model.ts';
import type { BlockPlaces } from '../../engine/align/feature.ts';
import type { SidePlaces } from '../../engine/changes/leaves.ts';
import type { Appearance, Envelope, ReferenceTarget } from '../../formats/read-result.ts';
import type { Declarations } from '../declared/declarations.ts';

/** One side as its reader returned it. */
export interface Reading {
  readonly document: Document;
  readonly envelope: Envelope;
  /** What the reader saw and did not put into the document. Absent: nothing. */
  readonly inventory?: readonly InventoryItem[];
  /** What the links inside the page point to. Absent: there are none. */
  readonly linkTargets?: LinkTargets;
  /** For DOCX: what its links and cross-references lead to. Absent: nothing is known. */
  readonly references?: readonly ReferenceTarget[];
  /** How it looks beyond what is compared. Absent: nothing is known. */
  readonly appearance?: Appearance;
  /** Places of the blocks in the source, for formats that know them. */
  readonly places?: SidePlaces;
  /** Places of the fallback's blocks, see `flatten`. Absent if they are the same. */
  readonly flatPlaces?: SidePlaces;
  /** For a DOCX with tracked revisions: what they declare. */
  readonly declarations?: Declarations;
  /** Blocks of both sides at the same place (JSON). */
  readonly blockPlaces?: BlockPlaces;
}
