/** A rectangle on the desktop in device-independent pixels; the origin is the primary screen's top left corner. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Side by side reading wants this much. */
const DEFAULT_SIZE = { width: 1_240, height: 860 };
/** Below it the page cannot be worked with; a page at 200 % zoom still fits. */
export const LEAST_SIZE = { width: 480, height: 360 };
/** So much of the title bar has to be on a screen that a hand finds it and draws the window by it. */
const GRIP = { width: 120, height: 32 };

/**
 * Where the window opens: as it was left, if it can be reached there now; otherwise, since its screen is gone or has become
 * smaller, in the middle of the screen that it overlaps most, or of the first. `screens`: the work areas, primary first.
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
