/**
 * Words of the instruction of a field (ECMA-376 part 1, 17.16.3). Straight or curly quotation marks group words, with a
 * backslash as escape.
 */
export function instructionWords(instruction: string): string[] {
  const words: string[] = [];
  for (const match of instruction.matchAll(/["“”]((?:\\.|[^"“”\\])*)["“”]?|[^\s"“”]+/gu)) {
    words.push(match[1] === undefined ? match[0] : match[1].replaceAll(/\\(["\\])/g, '$1'));
  }
  return words;
}
