/** Puts a text on the clipboard; whether the browser let it. Frames need `allow="clipboard-write"`, which the embed script gives. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
