/**
 * Copies a text to the clipboard. Returns whether the browser allowed it. Frames need `allow="clipboard-write"`,
 * which the embed script sets.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
