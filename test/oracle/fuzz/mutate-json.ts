/** Random changes of a JSON value: the result is JSON again, of another shape. */
import { oneOf, type Chance } from '../mutations/mutation.ts';

const LEAVES: readonly unknown[] = [null, true, false, 0, -0.5, 1e308, '', 'a', '1', 'null', '\u0000', '\uD800', '漢'];
const NAMES = ['a', 'b', '', '__proto__', 'constructor', '0', '1', 'id', 'a/b', 'a~b', '\n', 'x'.repeat(300)];

/** The value after some changes at random. */
export function mutatedValue(value: unknown, chance: Chance): unknown {
  let result = structuredClone(value);
  for (let changes = 1 + chance.below(6); changes > 0; changes -= 1) result = changed(result, chance);
  return result;
}

function changed(value: unknown, chance: Chance): unknown {
  if (Array.isArray(value) && value.length > 0 && chance.below(4) > 0) {
    const at = chance.below(value.length);
    return value.map((item, index) => (index === at ? changed(item, chance) : item) as unknown);
  }
  if (isObject(value) && Object.keys(value).length > 0 && chance.below(4) > 0) {
    const name = oneOf(Object.keys(value), chance);
    return withEntry(value, name, changed(value[name], chance));
  }
  switch (chance.below(7)) {
    case 0:
      return oneOf(LEAVES, chance);
    case 1:
      return [value, value];
    case 2:
      return withEntry(isObject(value) ? value : {}, oneOf(NAMES, chance), value);
    case 3:
      return Array.isArray(value) ? [...(value as unknown[])].reverse() : [value];
    case 4:
      return Array.isArray(value) ? value.slice(chance.below(value.length + 1)) : {};
    case 5:
      return nested(value, 1 + chance.below(200));
    default:
      return Array.from({ length: chance.below(50) }, () => value);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Defines the entry, so that `__proto__` is a name like any other. */
function withEntry(value: Record<string, unknown>, name: string, entry: unknown): Record<string, unknown> {
  return Object.defineProperty({ ...value }, name, {
    value: entry,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function nested(value: unknown, depth: number): unknown {
  let result = value;
  for (let level = 0; level < depth; level += 1) result = level % 2 === 0 ? [result] : { a: result };
  return result;
}
