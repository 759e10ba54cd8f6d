/** The colours of reviewers, as CSS takes them. White text on each has a contrast of 4.5:1 at least. */
export const REVIEWER_COLORS = ['#0b6173', '#6231b0', '#a03a12', '#1f6b3a', '#9b2257', '#3b4cc0', '#6b5a10'] as const;

/** The colour of an author whose choice is not known. One name always has one colour. */
export function colorOfAuthor(name: string): string {
  let sum = 0;
  for (const character of name.trim().toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return REVIEWER_COLORS[sum % REVIEWER_COLORS.length]!;
}
