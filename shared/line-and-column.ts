/** Line and column of a UTF-16 offset, both from 1. A column counts Unicode code points. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  let column = 1;
  for (const _ of text.slice(lineStart, offset)) column++;
  return { line, column };
}
