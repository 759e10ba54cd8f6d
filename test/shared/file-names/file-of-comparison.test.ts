import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOfFile, type FileKind } from '../../../shared/file-names/file-of-comparison.ts';

const DECIDED = { isDecided: true };

function redlineOf(original: string, revised: string): string {
  return nameOfFile({ names: { original, revised }, title: 'ignored' }, 'redline_pdf', '.pdf', DECIDED);
}

describe('the name of a file of a comparison', () => {
  it.each([
    ['MSA Northwind - draft 1.docx', 'MSA Northwind - draft 2.docx', 'MSA Northwind – draft 1 against draft 2'],
    ['MSA Northwind – draft 1.docx', 'MSA Northwind – draft 2.pdf', 'MSA Northwind – draft 1 against draft 2'],
    ['Lease (draft).docx', 'Lease (signed copy).docx', 'Lease – draft against signed copy'],
    ['Lease (v1, clean).docx', 'Lease (v1, marked).docx', 'Lease – v1, clean against v1, marked'],
    ['MSA_Acme_v3_draft.docx', 'MSA_Acme_v4_final.docx', 'MSA Acme – v3 draft against v4 final'],
    ['terms v1.2.docx', 'terms v1.3.docx', 'terms – v1.2 against v1.3'],
    ['Contract 1.docx', 'Contract 2.docx', 'Contract – 1 against 2'],
    ['seller.docx', 'buyer.docx', 'seller against buyer'],
    ['report.pdf', 'report final.pdf', 'report against report final'],
    ['Lease.docx', 'Lease.docx', 'Lease'],
    ['Lease.docx', 'Lease.pdf', 'Lease – DOCX against PDF'],
    ['../a:b?.pdf\u202E', '../a:c?.pdf', 'a – b against c'],
    ['con.docx', 'con.docx', 'con'],
    ['عقد الإيجار - مسودة 1.docx', 'عقد الإيجار - مسودة 2.docx', 'عقد الإيجار - مسودة – 1 against 2'],
  ])('of %s and %s', (original, revised, stem) => {
    expect(redlineOf(original, revised)).toBe(`${stem} – redline.pdf`);
  });

  it('cuts a long name at a word and never inside a bracket', () => {
    const long =
      'Amended and restated master services agreement between Northwind Traders (a company of Delaware) and Contoso';
    expect(redlineOf(`${long} draft 1.docx`, `${long} draft 2.docx`)).toBe(
      'Amended and restated master services agreement between – draft 1 against draft 2 – redline.pdf',
    );
    expect(redlineOf('Side letter to the agreement of the parties (as amended).pdf', 'Deed.pdf')).toBe(
      'Side letter to the agreement of the against Deed – redline.pdf',
    );
  });

  it('takes the title where no names are known, and the names that a title has', () => {
    const of = (title: string): string => nameOfFile({ title }, 'report_pdf', '.pdf', DECIDED);
    expect(of('Lease v1.docx – Lease v2.docx')).toBe('Lease – v1 against v2 – report.pdf');
    expect(of('Lease / 2025')).toBe('Lease 2025 – report.pdf');
    expect(of('Rates – today')).toBe('Rates – today – report.pdf');
    expect(of('...')).toBe('Comparison – report.pdf');
  });

  it.each([
    ['resolved_docx', true, 'final'],
    ['resolved_docx', false, 'open changes'],
    ['resolved_html', false, 'open changes'],
    ['track_changes_docx', false, 'tracked changes'],
    ['marked_pages_pdf', false, 'marked pages'],
  ] satisfies [FileKind, boolean, string][])('calls %s with all decided %s: %s', (kind, isDecided, said) => {
    expect(nameOfFile({ title: 'Lease' }, kind, '.x', { isDecided })).toBe(`Lease – ${said}.x`);
  });

  it('is a name that every file system takes', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
    );
    fc.assert(
      fc.property(name, name, (original, revised) => {
        const made = redlineOf(original, revised);
        expect(made).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|]/u);
        expect(made).not.toMatch(/^[. ]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu);
        expect(made.endsWith(' – redline.pdf')).toBe(true);
        expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(240);
      }),
      { numRuns: 2_000 },
    );
  });
});
