import type { CaptureRole } from '../../shared/messages/extension-message.ts';
import type { Capture, CaptureFault } from '../capture/capture.ts';
import {
  NO_SIDES,
  SNAPSHOTS_MAX,
  SNAPSHOTS_MAX_LENGTH,
  type Database,
  type Keeping,
  type Sides,
} from '../storage/database.ts';
import type { Taken } from './take-from-tab.ts';
import type { TakenPair } from './take-pair.ts';

/** A message for the reader in addition to the panel's content. */
export type Outcome =
  | { readonly kind: 'original-set'; readonly title: string }
  | { readonly kind: 'to-compare' }
  | { readonly kind: 'snapshot-kept' }
  | { readonly kind: 'first-look' }
  | { readonly kind: 'failed'; readonly fault: CaptureFault };

/** The roles of one capture. Two tabs at once go through `carryOutPair`. */
export type SingleRole = Exclude<CaptureRole, 'pair'>;

/**
 * Stores a capture in its place. The last fault is kept until a capture succeeds. `windowId` is the window of the
 * tab; its panel compares if the gesture asks for it.
 */
export async function carryOut(
  database: Pick<Database, 'changeSides' | 'addSnapshot' | 'addLook'>,
  role: SingleRole,
  taken: Taken,
  windowId: number | null,
): Promise<Outcome> {
  let stored = taken;
  let before: Capture | null = null;
  if ('capture' in taken && role === 'snapshot') {
    stored = keptOrFault(taken, await database.addSnapshot(taken.capture));
  } else if ('capture' in taken && role === 'since') {
    const look = await database.addLook(taken.capture);
    ({ before } = look);
    stored = keptOrFault(taken, look.keeping);
  }
  await database.changeSides((sides) => sidesAfter(sides, role, stored, windowId, before));
  if ('fault' in stored) return { kind: 'failed', fault: stored.fault };
  switch (role) {
    case 'snapshot':
      return { kind: 'snapshot-kept' };
    case 'original':
      return { kind: 'original-set', title: stored.capture.title };
    case 'since':
      return before === null ? { kind: 'first-look' } : { kind: 'to-compare' };
    default:
      return { kind: 'to-compare' };
  }
}

/** Makes two tabs the sides, the left one as the original, and asks for their comparison. */
export async function carryOutPair(
  database: Pick<Database, 'changeSides'>,
  pair: TakenPair,
  windowId: number | null,
): Promise<Outcome> {
  await database.changeSides((sides) =>
    'fault' in pair
      ? { ...sides, fault: pair.fault, firstLook: false }
      : { ...NO_SIDES, ...pair, compareInWindow: windowId },
  );
  if ('fault' in pair) return { kind: 'failed', fault: pair.fault };
  return { kind: 'to-compare' };
}

function keptOrFault(taken: Taken, keeping: Keeping): Taken {
  switch (keeping) {
    case 'kept':
      return taken;
    case 'too-many':
      return { fault: { kind: 'snapshots-full', limit: SNAPSHOTS_MAX } };
    case 'too-large':
      return { fault: { kind: 'snapshots-large', limitLength: SNAPSHOTS_MAX_LENGTH } };
  }
}

/** The sides after a gesture with this role, in a tab of this window. `before` is the last look at the address. */
export function sidesAfter(
  sides: Sides,
  role: SingleRole,
  taken: Taken,
  windowId: number | null,
  before: Capture | null = null,
): Sides {
  if ('fault' in taken) return { ...sides, fault: taken.fault, firstLook: false };
  const { capture } = taken;
  switch (role) {
    case 'original':
      return { ...NO_SIDES, original: capture };
    case 'revised': {
      // Without a second side the comparison would start at an unexpected time.
      const compareInWindow = sides.original === null ? null : windowId;
      const after = { originalFromClipboard: false, fault: null, firstLook: false };
      return { ...sides, ...after, revised: capture, compareInWindow };
    }
    case 'clipboard':
      return { ...NO_SIDES, revised: capture, originalFromClipboard: true };
    case 'snapshot':
      return { ...sides, fault: null, firstLook: false };
    case 'since':
      if (before === null) return { ...sides, fault: null, firstLook: true };
      return { ...NO_SIDES, original: before, revised: capture, compareInWindow: windowId };
  }
}
