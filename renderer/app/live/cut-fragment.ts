import { isAlignedText } from '../../../shared/document/aligned-text.ts';
import { editsShown } from '../../../shared/document/edits-of-moves.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { Segmenter } from '../../document-view/segments.ts';
import type { LiveRedline } from './live-comparison.svelte.ts';

/** Scans a fragment and writes it again in pieces. Throws `FragmentError`. */
export function cutFragment(fragment: string): LiveRedline {
  const blocks = scanFragment(fragment);
  const segments = new Segmenter().segmentsOf(editsShown(blocks));
  const changes = new Set(segments.flatMap(({ changeIds }) => changeIds));
  return { segments: segments.map(({ html }) => html), changes: changes.size, isAligned: isAlignedText(blocks) };
}
