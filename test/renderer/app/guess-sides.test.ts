import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLater, orderOf } from '../../../renderer/app/comparison/guess-sides.ts';

const HOUR_MS = 3_600_000;
const file = (name: string, hours = 0) => ({ name, modifiedMs: hours * HOUR_MS });

describe('which of two files is the later version', () => {
  it.each([
    ['contract v1.docx', 'contract v2.docx'],
    ['contract_v9.docx', 'contract_v10.docx'],
    ['Spec 2.9.pdf', 'Spec 2.10.pdf'],
    ['Lease (draft).docx', 'Lease (final).docx'],
    ['Lease draft 3.docx', 'Lease final.docx'],
    ['v2 draft.docx', 'v1 signed.docx'],
    ['NDA v2 clean.docx', 'NDA v3.docx'],
    ['NDA v2 (clean).docx', 'NDA v3 (redline).docx'],
    ['Lease rev 2.docx', 'Lease v3.docx'],
    ['original.html', 'revised.html'],
    ['old.txt', 'new.txt'],
    ['report 2024-01-31.pdf', 'report 2024-02-01.pdf'],
    ['report 31.01.2024.pdf', 'report 1.2.2024.pdf'],
    ['report-20231231.pdf', 'report-20240101.pdf'],
    ['Draft 2.docx', 'Draft 3.docx'],
    ['Entwurf.docx', 'Endfassung.docx'],
  ])('%s is earlier than %s', (earlier, later) => {
    // The time of the last change counts least.
    expect(isLater(file(earlier, 2), file(later, 1))).toBe(false);
    expect(isLater(file(later, 1), file(earlier, 2))).toBe(true);
  });

  it('the time of the last change decides where the names do not', () => {
    expect(isLater(file('a.docx', 2), file('b.docx', 1))).toBe(true);
    expect(isLater(file('a.docx', 1), file('b.docx', 2))).toBe(false);
  });

  it('nothing is swapped where nothing tells them apart', () => {
    expect(isLater(file('a.docx'), file('b.docx', 1))).toBe(false);
    expect(isLater(file('b.docx', 1), file('a.docx', 1))).toBe(false);
  });

  it.each([
    ['Lease v2.docx', 2, 'Lease v3.docx', 1, 'dates-disagree'],
    ['Lease v2.docx', 1, 'Lease v3.docx', 2, null],
    ['Lease v2.docx', 0, 'Lease v3.docx', 2, null],
    ['Lease.docx', 1, 'Lease (Bob).docx', 2, 'dates-alone'],
    ['Lease.docx', 2, 'Lease (Bob).docx', 2, 'nothing'],
    ['Lease.docx', 0, 'Lease (Bob).docx', 2, 'nothing'],
  ])('%s of hour %d and %s of hour %d: %s', (first, one, second, other, doubt) => {
    expect(orderOf(file(first, one), file(second, other)).doubt).toBe(doubt);
    expect(orderOf(file(second, other), file(first, one)).doubt).toBe(doubt);
  });

  it('never calls both the later one', () => {
    const name = fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{0,5} ?(v|draft|final)?[0-9.]{0,6}\.docx$/u));
    fc.assert(
      fc.property(name, name, fc.nat(3), fc.nat(3), (a, b, one, other) => {
        const [left, right] = [file(a, one), file(b, other)];
        return !(isLater(left, right) && isLater(right, left));
      }),
    );
  });
});
