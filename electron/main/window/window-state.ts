import { readFileSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { RecentId } from '../../../shared/messages/desktop-channels.ts';
import { writeWhole } from '../files/write-whole.ts';

const Pixels = Type.Integer({ minimum: -100_000, maximum: 100_000 });

/** The last state of the window, and what the next start takes up. `bounds` exclude maximising. */
export const WindowState = Type.Object({
  bounds: Type.Object({
    x: Pixels,
    y: Pixels,
    width: Type.Integer({ minimum: 1, maximum: 100_000 }),
    height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  }),
  isMaximized: Type.Boolean(),
  theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]),
  /** The recent comparison that was open. */
  comparison: Type.Optional(RecentId),
  /** Whether the reader turned on that each start looks for a newer version. */
  checksForUpdates: Type.Optional(Type.Boolean()),
});
export type WindowState = Static<typeof WindowState>;

const SCHEMA = Compile(WindowState);

/** The state stored at `storage`; null if there is no usable one. */
export function readWindowState(storage: string): WindowState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(storage, 'utf8'));
    return SCHEMA.Check(state) ? state : null;
  } catch {
    return null;
  }
}

/** Stores a state. If the disk refuses, the window only opens in the middle of the screen next time. */
export async function writeWindowState(storage: string, state: WindowState): Promise<void> {
  await writeWhole(storage, JSON.stringify(state), 0o600).catch(() => undefined);
}
