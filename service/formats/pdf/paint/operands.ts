/** The operand as a finite number, or `otherwise` if it is none. */
export function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
