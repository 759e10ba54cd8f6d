/** Two contracts to compare. */
import { docx, wp } from '../../builders/docx.ts';

/** The clauses of a contract. */
export const CLAUSES = ['The fee is due in 30 days.', 'The term is one year.', 'Notice is given in writing.'];
/** Its next draft: two clauses that changed, and a new one. */
export const DRAFT = [
  'The fee is due in 14 days.',
  'The term is two years.',
  'Notice is given in writing.',
  'Costs are shared.',
];

/** A contract with these clauses. */
export const contract = (clauses: readonly string[]): Buffer =>
  Buffer.from(docx(clauses.map((text) => wp(text)).join('')));

/** Both contracts, with a first clause of their own: documents that were reviewed before come with their decisions. */
export const contractsOf = (first: string): readonly [original: Buffer, revised: Buffer] => [
  contract([first, ...CLAUSES]),
  contract([first, ...DRAFT]),
];
