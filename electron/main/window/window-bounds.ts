/** A rectangle on the desktop in device-independent pixels. The origin is the top left corner of the primary screen. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Enough room for reading side by side. */
const DEFAULT_SIZE = { width: 1_240, height: 860 };
/** A smaller window is unusable. The page at 200 % zoom still fits. */
export const LEAST_SIZE = { width: 480, height: 360 };
/** The part of the title bar that must be on a screen, so that a person can grab it. */
const GRIP = { width: 120, height: 32 };

/**
 * The bounds of a new window: the last ones, if they can still be reached. If its screen is gone or smaller, the window
 * opens in the middle of another. That is the screen it overlaps most, or the first one. `screens` are the work areas,
 * primary first.
 */
export function boundsToOpen(left: Bounds | null, screens: readonly Bounds[]): Bounds {
  const [primary = { x: 0, y: 0, ...DEFAULT_SIZE }] = screens;
  if (left === null) return centred(DEFAULT_SIZE, primary);
  const nearest = screens.reduce(
    (best, screen) => (overlap(left, screen) > overlap(left, best) ? screen : best),
    primary,
  );
  const size = {
    width: Math.max(LEAST_SIZE.width, Math.min(left.width, nearest.width)),
    height: Math.max(LEAST_SIZE.height, Math.min(left.height, nearest.height)),
  };
  const titleBar = { x: left.x, y: left.y, width: size.width, height: GRIP.height };
  const reachable = screens.some((screen) => {
    const grip = intersection(titleBar, screen);
    return grip.width >= GRIP.width && grip.height >= GRIP.height;
  });
  return reachable ? { x: left.x, y: left.y, ...size } : centred(size, nearest);
}

function centred(size: { width: number; height: number }, screen: Bounds): Bounds {
  const width = Math.min(size.width, screen.width);
  const height = Math.min(size.height, screen.height);
  return {
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
    width,
    height,
  };
}

function intersection(a: Bounds, b: Bounds): { width: number; height: number } {
  return {
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)),
  };
}

function overlap(a: Bounds, b: Bounds): number {
  const { width, height } = intersection(a, b);
  return width * height;
}
