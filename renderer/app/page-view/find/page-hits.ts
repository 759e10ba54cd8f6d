import type { Side } from '../../../../shared/document/model.ts';
import type { MatchPart } from './page-text.ts';

/** A match on a page. */
export interface PageHit {
  readonly side: Side;
  /** From 1. */
  readonly page: number;
  readonly parts: readonly MatchPart[];
}

/** The hits of each page of one side, from 1. */
export type SideHits = ReadonlyMap<number, readonly PageHit[]>;

/** Sorts the hits of a side by their pages. */
export function hitsOfSide(hits: readonly PageHit[], side: Side): SideHits {
  const byPage = new Map<number, PageHit[]>();
  for (const hit of hits) {
    if (hit.side !== side) continue;
    const list = byPage.get(hit.page);
    if (list) list.push(hit);
    else byPage.set(hit.page, [hit]);
  }
  return byPage;
}
