/** Which operations of a script each change of a redline belongs to, read from the redline alone. */
import { Parser } from 'htmlparser2';

const TEXT_BLOCK = /^(?:p|h[1-6]|pre|table)$/u;
const NAMED = /c(\d{3})c/gu;

/** For each change id, the operations whose words its blocks have. A table is one block. */
export function operationsOfChanges(html: string): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  let depth = 0;
  let ids: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      if (TEXT_BLOCK.test(name)) {
        if (depth === 0) [ids, text] = [[], ''];
        depth += 1;
      }
      for (const key of ['data-change-id', 'data-boundary-id']) if (attributes[key]) ids.push(attributes[key]);
      for (const key of ['alt', 'data-original-carried']) text += ` ${attributes[key] ?? ''}`;
    },
    ontext(part) {
      text += part;
    },
    onclosetag(name) {
      if (!TEXT_BLOCK.test(name)) return;
      depth -= 1;
      if (depth > 0) return;
      const operations = [...text.matchAll(NAMED)].map(([, number]) => Number(number));
      for (const id of ids) {
        const known = found.get(id) ?? new Set();
        for (const each of operations) known.add(each);
        found.set(id, known);
      }
    },
  });
  parser.end(html);
  return found;
}
