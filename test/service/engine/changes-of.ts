/** Compares two small texts, asserts both round-trip invariants on the result, and returns its changes. */
import { expect } from 'vitest';
import { compareText, type TextComparison } from '../../../service/pipeline/compare/compare-text.ts';
import type { Change } from '../../../shared/change/page.ts';
import type { TextFormat } from '../../../service/formats/read-text.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';

export function compare(original: string, revised: string, format: TextFormat = 'html'): TextComparison {
  const comparison = compareText({ original, revised, format, mode: 'auto' });
  const canonical = (text: string): string => compareText({ original: text, revised: text, format, mode: 'auto' }).html;
  expect(resolve(comparison.html, { reject: 'all' })).toBe(canonical(original));
  expect(resolve(comparison.html, { accept: 'all' })).toBe(canonical(revised));
  expect(comparison.degraded).toBe(0);
  return comparison;
}

export function changesOf(comparison: TextComparison): Change[] {
  const changes: Change[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = comparison.page(offset, 500);
    changes.push(...page.changes);
    offset = page.nextOffset;
  }
  return changes;
}

export function typesOf(original: string, revised: string, format?: TextFormat): string[] {
  return changesOf(compare(original, revised, format)).map(({ type }) => type);
}

export function moveIdsOf(changes: readonly Change[]): (string | undefined)[] {
  return changes.map(
    (change) =>
      ('sourceLocation' in change ? change.sourceLocation.moveId : undefined) ??
      ('revisedLocation' in change ? change.revisedLocation.moveId : undefined),
  );
}

export const table = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
export const list = (items: readonly string[], kind = 'ul'): string =>
  `<${kind}>${items.map((item) => `<li>${item}</li>`).join('')}</${kind}>`;
export const plans = [
  ['Plan', 'Price of a month', 'Limit'],
  ['Basic', '10 euro net', '500'],
  ['Creator', '20 euro net', '5000'],
  ['Creator Pro', '90 euro net', '25000'],
];
