/** The marker of a list item: its kind, its number and its length in characters. */
export interface ListMarker {
  readonly kind: 'ul' | 'ol';
  /** Length of the marker including the space after it. */
  readonly length: number;
  /** The bullet, or the pattern of the number ("1.", "(a)", "2.1"). Items of one list share it. */
  readonly shape: string;
  /** Value of a simple number. Null for bullets and for composed numbers. */
  readonly value: number | null;
}

/**
 * Bullets. A hyphen or dash needs a space after it, which excludes negative numbers and dashes at line starts. After
 * the other bullets a letter may follow directly, if the bullet fills its room.
 */
const BULLET = /^(?:([•◦▪▫●○■□◆◇❖➢➤✓✔✗✘✕✖☐☑☒‣⁃❏❐❑❒◻▶►])(?=[\s\p{L}\p{N}]|$)|([∙·∗*–—-])(?=\s|$))\s*/u;
/**
 * "1.", "1)", "(1)", "a.", "(a)", "iv)", "(iv)", "2.1", "2.1.". A word may follow directly if the number fills its
 * room.
 */
const NUMBER =
  /^(\(?)(\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivxl]{1,6}|[A-Z]|[IVXL]{1,6})([.)]|(?<=\.\d{1,3}))(?:\s+|$|(?<=[.)])(?=\p{L}{2}))/u;

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Parses the marker at the start of a line; null without one. A single letter is alphabetic, not Roman. */
export function listMarker(text: string): ListMarker | null {
  const bullet = BULLET.exec(text);
  if (bullet) return { kind: 'ul', length: bullet[0].length, shape: bullet[1] ?? bullet[2]!, value: null };
  const number = NUMBER.exec(text);
  if (!number) return null;
  const [whole, open, label, close] = number as unknown as [string, string, string, string];
  if (open === '(' && close !== ')') return null;
  return { kind: 'ol', length: whole.length, shape: shapeOf(open, label, close), value: valueOf(label) };
}

function shapeOf(open: string, label: string, close: string): string {
  const kind = /^\d/.test(label) ? label.replace(/\d+/g, '1') : /^[a-z]/.test(label) ? 'a' : 'A';
  return open + kind + close;
}

function valueOf(label: string): number | null {
  if (/^\d+$/.test(label)) return Number(label);
  if (label.includes('.')) return null;
  const lower = label.toLowerCase();
  if (lower.length === 1 && !/[ivx]/.test(lower)) return lower.charCodeAt(0) - 96;
  return romanValue(lower);
}

/** The value of a Roman numeral in small letters, up to "c". */
export function romanValue(lower: string): number {
  let sum = 0;
  for (let index = 0; index < lower.length; index++) {
    const digit = ROMAN[lower[index]!] ?? 0;
    sum += digit < (ROMAN[lower[index + 1] ?? ''] ?? 0) ? -digit : digit;
  }
  return sum;
}
