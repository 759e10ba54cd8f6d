/** Writes a JSON value in one of its many spellings: white space, escapes, forms of numbers. The result is JSON. */
import { oneOf, type Chance } from '../mutations/mutation.ts';

const SPACES = ['', '', '', '', ' ', '\n', '\r\n', '\t', '  \n ', ' '.repeat(40)];
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '/': String.raw`\/`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};
/** Numbers that a double cannot hold, or that have several spellings. */
const NUMBERS = [
  '0',
  '-0',
  '0.0',
  '1e0',
  '1E+00',
  '10e-1',
  '12345678901234567890',
  '0.1000000000000000055511151231257827',
  '1e999',
  '-1E-999',
  '9'.repeat(400),
];

/** A value as JSON text. */
export function spelled(value: unknown, chance: Chance): string {
  const space = (): string => oneOf(SPACES, chance);
  const write = (each: unknown): string => space() + spelledBare(each, chance, write) + space();
  return (chance.below(20) === 0 ? '\uFEFF' : '') + write(value);
}

function spelledBare(value: unknown, chance: Chance, write: (value: unknown) => string): string {
  if (typeof value === 'string') return spelledString(value, chance);
  if (typeof value === 'number') return spelledNumber(value, chance);
  if (Array.isArray(value)) return `[${value.map(write).join() || oneOf(SPACES, chance)}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const space = (): string => oneOf(SPACES, chance);
  const entries = Object.entries(value);
  if (chance.below(3) === 0) entries.reverse();
  const members = entries.map(
    ([name, member]) => `${space()}${spelledString(name, chance)}${space()}:${write(member)}`,
  );
  return `{${members.join() || space()}}`;
}

/** Each character as it is, with a short escape, or with four digits. */
function spelledString(text: string, chance: Chance): string {
  const isPlain = chance.below(2) === 0;
  let written = '"';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at]!;
    const mustEscape = unit === '"' || unit === '\\' || unit < ' ';
    const short = SHORT_ESCAPES[unit];
    if (!mustEscape && (isPlain || chance.below(4) > 0)) written += unit;
    else if (short !== undefined && chance.below(2) === 0) written += short;
    else {
      const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
      written += `\\u${chance.below(2) === 0 ? digits : digits.toUpperCase()}`;
    }
  }
  return `${written}"`;
}

function spelledNumber(value: number, chance: Chance): string {
  if (chance.below(4) === 0) return oneOf(NUMBERS, chance);
  const plain = JSON.stringify(value);
  if (plain.includes('e')) return plain;
  return oneOf([plain, plain, `${plain}e0`, plain.includes('.') ? `${plain}0` : `${plain}.0`], chance);
}
