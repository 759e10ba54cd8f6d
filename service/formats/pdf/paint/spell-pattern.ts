import type { ObjectSource } from './object-source.ts';

/** Deeper values are cut. Patterns nest a few levels. */
const MAX_DEPTH = 60;
/** Ids of fonts and patterns begin with the number of the open document, which differs at each reading. */
const DOCUMENT_ID = /^g_d\d+_/;
/** Ids of shadings that pdf.js sends on their own. */
const SHADING_ID = /^(?:g_d\d+_type3_)?pattern_/;

/**
 * Spells a pattern or shading (ISO 32000-2, 8.7), as pdf.js returns it, with its content in place of ids. Equal patterns
 * of two readings have one spelling.
 */
export function spellPattern(operands: readonly unknown[], patterns: ObjectSource): string {
  const spell = (value: unknown, depth: number): string => {
    if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
    if (typeof value === 'string') {
      if (!SHADING_ID.test(value)) return JSON.stringify(value.replace(DOCUMENT_ID, ''));
      return patterns.has(value) && depth < MAX_DEPTH ? spell(patterns.get(value), depth + 1) : 'shading';
    }
    if (typeof value !== 'object' || value === null) return String(value);
    if (depth >= MAX_DEPTH) return 'deep';
    if (value instanceof ArrayBuffer) return spell(new Uint8Array(value), depth);
    if (ArrayBuffer.isView(value)) return `[${String(Array.from(value as unknown as ArrayLike<number>))}]`;
    if (Array.isArray(value)) return `[${value.map((entry) => spell(entry, depth + 1)).join()}]`;
    const entries = Object.entries(value).map(([key, entry]) => `${key}:${spell(entry, depth + 1)}`);
    return `{${entries.sort().join()}}`;
  };
  return spell(operands, 0);
}
