/** The last check of a decided file in words. */
import type { LastCheck } from '../../../shared/api/last-check.ts';
import { LAST_CHECK } from '../strings/program.ts';

/** One sentence if the file is exactly what was decided, else one for each place. */
export function checkedWords({ exact, places, more }: LastCheck): string[] {
  if (exact) return [LAST_CHECK.exact];
  const messages = places.map(({ message }) => message);
  return [LAST_CHECK.differs, ...messages, ...(more === undefined ? [] : [LAST_CHECK.more(more)])];
}
