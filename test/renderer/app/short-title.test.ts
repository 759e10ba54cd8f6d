import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortTitle } from '../../../renderer/app/comparison/short-title.ts';

describe('the short title of two names', () => {
  it.each([
    ['Contract v1.docx', 'Contract v2.docx', 'Contract: v1 → v2'],
    ['MSA_Acme_v3_draft.docx', 'MSA_Acme_v4_final.docx', 'MSA_Acme: v3_draft → v4_final'],
    ['2024-01 report.pdf', '2024-02 report.pdf', 'report: 2024-01 → 2024-02'],
    ['Lease 2026-07-12.docx', 'Lease 2026-12-12.docx', 'Lease: 2026-07-12 → 2026-12-12'],
    ['Lease 07.11.2026.pdf', 'Lease 12.11.2026.pdf', 'Lease: 07.11.2026 → 12.11.2026'],
    ['terms v1.2 final.md', 'terms v1.3 final.md', 'terms: v1.2 → v1.3'],
    ['old report.pdf', 'new report.pdf', 'report: old → new'],
    ['report.pdf', 'report final.pdf', 'report → report final'],
    ['a.md', 'b.md', 'a → b'],
    ['same.docx', 'same.docx', 'same'],
    ['same.docx', 'same.pdf', 'same: docx → pdf'],
    ['seller.docx', 'sellers.docx', 'seller → sellers'],
    [
      'Master services agreement between Acme and Beta v1.docx',
      'Master services agreement between Acme and Beta v2.docx',
      'Master services agreement…: v1 → v2',
    ],
  ])('%s and %s', (original, revised, title) => {
    expect(shortTitle(original, revised)).toBe(title);
  });

  it('is never longer than both names, and says which is which', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        const title = shortTitle(a, b);
        expect(title.length).toBeLessThanOrEqual(a.length + b.length + ': → '.length);
        if (a !== b && shortTitle(b, a) === title) expect(title).not.toContain('→');
      }),
    );
  });
});
