/**
 * Thrown for a string that is not a fragment. `offset` counts UTF-16 code units. The message does not repeat the
 * string.
 */
export class FragmentError extends Error {
  readonly offset: number;
  readonly expected: string;

  constructor(offset: number, expected: string) {
    super(
      `Not a fragment: expected ${expected} at offset ${offset}. Pass the HTML exactly as the service returned it.`,
    );
    this.name = 'FragmentError';
    this.offset = offset;
    this.expected = expected;
  }
}
