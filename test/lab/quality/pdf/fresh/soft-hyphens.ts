/** Long words of letters, which a line may divide. */
const LONG = /(?<![\p{L}-])\p{Script=Latin}{9,}(?![\p{L}-])/gu;

/** Puts soft hyphens into long words, every third letter, not at their edges. */
export function withSoftHyphens(text: string): string {
  return text.replace(LONG, (word) => word.replace(/(?<=^.{3,})(.{3})(?=.{3})/gu, '$1\u00ad'));
}
