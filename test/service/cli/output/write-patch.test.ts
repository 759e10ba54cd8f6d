import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writePatch } from '../../../../service/cli/output/write-patch.ts';

const lines = fc.array(fc.constantFrom('a', 'b', '', 'ü', '- c', '\\ d'), { maxLength: 12 });
const text = fc.tuple(lines, fc.boolean()).map(([each, ended]) => each.join('\n') + (ended ? '\n' : ''));

describe('writePatch', () => {
  test('a patch turns the original into the revised text', () => {
    fc.assert(
      fc.property(text, text, (original, revised) => {
        expect(applyPatch(original, writePatch('a', 'b', original, revised))).toBe(revised);
      }),
    );
  });

  test('so does that of texts too far apart to look for the shortest one, and in good time', () => {
    const numbered = (prefix: string): string => Array.from({ length: 30_000 }, (_, at) => `${prefix}${at}\n`).join('');
    const original = `same\n${numbered('old ')}end`;
    const revised = `same\n${numbered('new ')}end`;
    const start = process.cpuUsage();
    const patch = writePatch('a', 'b', original, revised);
    // Processor time, in microseconds. The shortest patch would take minutes.
    expect(process.cpuUsage(start).user).toBeLessThan(30_000_000);
    expect(applyPatch(original, patch)).toBe(revised);
    expect(patch).toContain('@@ -2,30000 +2,30000 @@');
  });
});
