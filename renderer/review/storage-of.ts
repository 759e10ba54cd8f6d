/** A storage of this browser; null if access is denied, as in frames of strict browsers. */
export function storageOf(open: () => Storage): Storage | null {
  try {
    return open();
  } catch {
    return null;
  }
}
