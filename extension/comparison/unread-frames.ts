import type { Side } from '../../shared/document/model.ts';
import type { StoredResult } from './result.ts';

/** Frames that could not be read: each address once, with its sides. */
export function unreadFrames({ sides }: Pick<StoredResult, 'sides'>): (readonly [address: string, sides: Side[]])[] {
  const sidesOf = new Map<string, Side[]>();
  for (const side of ['original', 'revised'] as const) {
    for (const address of new Set(sides[side].unreadFrames)) {
      sidesOf.set(address, [...(sidesOf.get(address) ?? []), side]);
    }
  }
  return [...sidesOf];
}
