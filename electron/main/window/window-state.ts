import { readFileSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { writeWhole } from '../files/write-whole.ts';

const Pixels = Type.Integer({ minimum: -100_000, maximum: 100_000 });

/** How the window was left. `bounds` are those without maximising. */
export const WindowState = Type.Object({
  bounds: Type.Object({
    x: Pixels,
    y: Pixels,
    width: Type.Integer({ minimum: 1, maximum: 100_000 }),
    height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  }),
  isMaximized: Type.Boolean(),
  theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]),
});
export type WindowState = Static<typeof WindowState>;

const kept = Compile(WindowState);

/** The state that is kept at `storage`; null when there is none that can be used. */
export function readWindowState(storage: string): WindowState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(storage, 'utf8'));
    return kept.Check(state) ? state : null;
  } catch {
    return null;
  }
}

/** Keeps a state. A disk that refuses it costs the reader a window in the middle of the screen, no more. */
export async function writeWindowState(storage: string, state: WindowState): Promise<void> {
  await writeWhole(storage, JSON.stringify(state), 0o600).catch(() => undefined);
}
