import { invalid } from './validate.ts';

/** A query as it arrives. */
export type GivenQuery = Readonly<Record<string, string | string[] | undefined>>;

/** A numeric parameter of the query, in decimal digits only. Throws `invalid_request`. */
export function numberOf(name: string, given: string | string[] | undefined, absent: number): number {
  if (given === undefined) return absent;
  const text = single(name, given);
  if (!/^\d{1,15}$/.test(text)) {
    throw invalid([{ in: 'query', path: name, message: 'must be a whole number in decimal digits' }]);
  }
  return Number(text);
}

/** A parameter that may occur once. Throws `invalid_request`. */
export function single(name: string, given: string | string[]): string {
  if (typeof given === 'string') return given;
  throw invalid([{ in: 'query', path: name, message: 'must be given once' }]);
}
