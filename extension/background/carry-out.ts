import type { CaptureRole } from '../../shared/messages/extension-message.ts';
import type { CaptureFault } from '../capture/capture.ts';
import { NO_SIDES, SNAPSHOTS_MAX, SNAPSHOTS_MAX_LENGTH, type Database, type Sides } from '../storage/database.ts';
import type { Taken } from './take-from-tab.ts';

/** A message for the reader in addition to the panel's content. */
export type Outcome =
  | { readonly kind: 'original-set'; readonly title: string }
  | { readonly kind: 'to-compare' }
  | { readonly kind: 'snapshot-kept' }
  | { readonly kind: 'failed'; readonly fault: CaptureFault };

/**
 * Stores a capture in its place. The last fault is kept until a capture succeeds. `windowId` is the window of the
 * tab; its panel compares if the gesture asks for it.
 */
export async function carryOut(
  database: Database,
  role: CaptureRole,
  taken: Taken,
  windowId: number | null,
): Promise<Outcome> {
  const stored = role === 'snapshot' && 'capture' in taken ? await keepSnapshot(database, taken) : taken;
  await database.changeSides((sides) => sidesAfter(sides, role, stored, windowId));
  if ('fault' in stored) return { kind: 'failed', fault: stored.fault };
  if (role === 'snapshot') return { kind: 'snapshot-kept' };
  return role === 'original' ? { kind: 'original-set', title: stored.capture.title } : { kind: 'to-compare' };
}

async function keepSnapshot(database: Database, taken: Extract<Taken, { capture: unknown }>): Promise<Taken> {
  switch (await database.addSnapshot(taken.capture)) {
    case 'kept':
      return taken;
    case 'too-many':
      return { fault: { kind: 'snapshots-full', limit: SNAPSHOTS_MAX } };
    case 'too-large':
      return { fault: { kind: 'snapshots-large', limitLength: SNAPSHOTS_MAX_LENGTH } };
  }
}

/** The sides after a gesture with this role, in a tab of this window. */
export function sidesAfter(sides: Sides, role: CaptureRole, taken: Taken, windowId: number | null): Sides {
  if ('fault' in taken) return { ...sides, fault: taken.fault };
  const { capture } = taken;
  switch (role) {
    case 'original':
      return { ...NO_SIDES, original: capture };
    case 'revised': {
      // Without a second side the comparison would start at an unexpected time.
      const compareInWindow = sides.original === null ? null : windowId;
      return { ...sides, revised: capture, originalFromClipboard: false, fault: null, compareInWindow };
    }
    case 'clipboard':
      return { ...NO_SIDES, revised: capture, originalFromClipboard: true };
    case 'snapshot':
      return { ...sides, fault: null };
  }
}
