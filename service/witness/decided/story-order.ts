/** The stories of a file in the order of the merged document: notes, headers, footers and comments. */

/** The tokens of a file: of its body, and of each story. */
export interface Reading {
  readonly main: readonly string[];
  readonly stories: readonly (readonly string[])[];
}

/**
 * The tokens of a file with its stories in another order. Stories have no order of their own. A merged document has those
 * of both sides, and a file those that its body shows. Stories that differ are paired in their order.
 */
export function inOrderOf(decided: Reading, { main, stories }: Reading): string[] {
  const keyOf = (story: readonly string[]): string => story.join(' ');
  const left = new Map<string, number>();
  for (const story of stories) left.set(keyOf(story), (left.get(keyOf(story)) ?? 0) + 1);
  const isEqual = decided.stories.map((story) => take(left, keyOf(story)));
  const others = stories.filter((story) => take(left, keyOf(story)));
  const tokens = [...main];
  const add = (story: readonly string[]): void => {
    for (const token of story) tokens.push(token);
  };
  // The merged document may have a paragraph in place of a note, which is then before all stories.
  const surplus = others.length - isEqual.filter((equal) => !equal).length;
  if (surplus > 0) others.splice(0, surplus).forEach(add);
  decided.stories.forEach((story, at) => add(isEqual[at] ? story : (others.shift() ?? [])));
  return tokens;
}

function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
