/** How many of something, in words. */
export function many(count: number, one: string, other: string): string {
  return `${count} ${count === 1 ? one : other}`;
}
