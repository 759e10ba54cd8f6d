/** Long words of letters that a line may divide. */
const LONG = /(?<![\p{L}-])\p{Script=Latin}{9,}(?![\p{L}-])/gu;

/** Inserts soft hyphens into long words after every third letter, except at the edges. */
export function withSoftHyphens(text: string): string {
  return text.replace(LONG, (word) => word.replace(/(?<=^.{3,})(.{3})(?=.{3})/gu, '$1\u00ad'));
}
