// Bullets and numbers at the start of a line.
import { describe, expect, test } from 'vitest';
import { listMarker } from '../../../../../service/formats/pdf/lines/list-marker.ts';

describe('listMarker', () => {
  test.each([
    ['• item', 'ul', 2],
    ['- item', 'ul', 2],
    ['12. item', 'ol', 4],
    ['(iv) item', 'ol', 5],
    ['a) item', 'ol', 3],
    ['2.1 item', 'ol', 4],
    ['iii.item', 'ol', 4],
  ])('%s', (text, kind, length) => {
    expect(listMarker(text)).toMatchObject({ kind, length });
  });

  test.each(['-5 degrees', '2024 was a year', '(a word) in brackets', 'I am', '3.5% of it', 'e.g. this', '1.5x'])(
    '%s has none',
    (text) => {
      expect(listMarker(text)).toBeNull();
    },
  );

  test.each([
    ['iv. x', 4],
    ['(xii) x', 12],
    ['c) x', 3],
    ['7. x', 7],
  ])('%s counts %i', (text, value) => {
    expect(listMarker(text)?.value).toBe(value);
  });
});
