/** Finds merged texts that would repeat long addresses: once for each change within a link. */
import type { Block, Run, TextBlock } from '../../../shared/document/model.ts';

/**
 * UTF-16 units of addresses from which a merged text is checked. No real text comes near. The limits on inputs bound
 * the sum over many such texts.
 */
const LOOKED_AT_FROM = 100_000;
/** How many times the addresses of both sides the merged text may write. */
const TIMES_MAX = 4;

/** Whether a text and its edits are better written as two texts. Addresses may be data of any size. */
export function repeatsLinks(
  merged: readonly Block[],
  originals: readonly Block[],
  reviseds: readonly Block[],
): boolean {
  const written = writtenBy(merged);
  return written > LOOKED_AT_FROM && written > TIMES_MAX * (writtenBy(originals) + writtenBy(reviseds));
}

/** UTF-16 units of the link addresses in texts, each counted as often as it is written. */
function writtenBy(blocks: readonly Block[]): number {
  let units = 0;
  for (const block of blocks) if (block.kind === 'text') units += inRuns(block.runs) + inCarried(block);
  return units;
}

function inRuns(runs: readonly Run[]): number {
  let units = 0;
  let last: Run | undefined;
  for (const run of runs) {
    if (run.href !== null && !(last !== undefined && isInSameLink(last, run))) units += run.href.length;
    if (run.link !== undefined && last?.link?.changeId !== run.link.changeId)
      units += run.link.originalHref?.length ?? 0;
    last = run;
  }
  return units;
}

/** Whether the second of two neighbours continues the link of the first. Notes of changes are written around links. */
function isInSameLink(x: Run, y: Run): boolean {
  return (
    x.href === y.href &&
    x.edit?.changeId === y.edit?.changeId &&
    x.format?.changeId === y.format?.changeId &&
    x.link?.changeId === y.link?.changeId
  );
}

function inCarried({ carried }: TextBlock): number {
  let units = 0;
  for (const { href } of carried?.images ?? []) units += href?.length ?? 0;
  for (const [, , href] of carried?.links ?? []) units += href.length;
  return units;
}
