/** Exports of a comparison of two formats: a DOCX and a PDF, a Markdown and an HTML. */
import { beforeAll, describe, expect, it } from 'vitest';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { readReviewFile } from '../../../shared/review-file/review-file.ts';
import type { SideFormats } from '../../../shared/formats.ts';
import { UNDECIDED, type ArtifactTask } from '../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { isReviewProgramBuilt } from '../../../service/exports/review-file/review-program.ts';
import { compareFiles, type FileComparison } from '../../../service/pipeline/compare/compare-files.ts';
import type { ComparisonFacts } from '../../../service/pipeline/inputs/tasks.ts';
import { docx, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';

const WARNINGS = [{ code: 'not_in_both_formats', message: 'Lists were not compared.' }];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const PAIRS: readonly (readonly [SideFormats, Uint8Array, Uint8Array])[] = [
  [
    { original: 'docx', revised: 'pdf' },
    docx(wp('The fee is due in 30 days.') + wp('It is late.')),
    pdf(['The fee is due in 14 days.', 'It is late.']),
  ],
  [
    { original: 'markdown', revised: 'html' },
    bytes('The fee is due in **30** days.\n'),
    bytes('<p>The fee is due in <b>14</b> days.</p>'),
  ],
];

describe.each(PAIRS)('of %o', (formats, original, revised) => {
  let comparison: FileComparison;
  let task: Omit<ArtifactTask, 'type'>;
  beforeAll(async () => {
    comparison = await compareFiles({ formats, original, revised, mode: 'word', attributeMode: 'semantic' });
    task = {
      format: comparison.format,
      fallback: comparison.fallback,
      digests: { ...comparison.digests(), fileSha256: comparison.fileSha256 },
      outcome: { sameness: comparison.sameness, warnings: WARNINGS },
      options: UNDECIDED,
      title: 'Terms',
      html: comparison.html,
      original,
      revised,
      author: 'diffsvc',
      date: '2026-01-31T12:00:00Z',
    };
  });
  const made = async (type: ArtifactTask['type'], options = UNDECIDED): Promise<string> =>
    new TextDecoder().decode((await makeArtifact({ ...task, type, options })).bytes);

  it('the final HTML is either side, or the redline without decisions', async () => {
    expect(comparison.summary.changeCount).toBe(1);
    expect(await made('resolved_html')).toBe(comparison.html);
    for (const [options, wanted] of [
      [{ accept: 'all', reject: [] } as const, '14'],
      [{ accept: [], reject: 'all' } as const, '30'],
    ] as const) {
      const html = await made('resolved_html', options);
      expect(html).toBe(resolve(comparison.html, options));
      expect(html.replaceAll(/<[^>]*>/gu, '')).toContain(`The fee is due in ${wanted} days.`);
    }
  });

  it('the final HTML as a page holds the same fragment with its stylesheet, and nothing else', async () => {
    const options = { accept: 'all', reject: [], page: true } as const;
    const page = await made('resolved_html', options);
    const fragment = resolve(comparison.html, { accept: 'all' });
    expect(page).toContain(`<body>\n<main>\n${fragment}\n</main>\n</body>`);
    expect(page).toContain('<title>Terms</title>');
    expect(page).toContain('content: attr(data-label)');
    expect(page).toContain("default-src 'none'");
  });

  it('the printed page has both wordings', async () => {
    const page = await made('redline_pdf');
    expect(page).toMatch(/<del[^>]*>(?:<strong>)?30(?:<\/strong>)?<\/del>/u);
    expect(page).toMatch(/<ins[^>]*>(?:<strong>)?14(?:<\/strong>)?<\/ins>/u);
    expect(page).toContain('1 change');
    expect(page).toContain(WARNINGS[0]!.message);
  });

  it.skipIf(!isReviewProgramBuilt())('the review file has the redline, its formats and the decisions', async () => {
    const file = await made('review_html', { accept: 'all', reject: [] });
    const { facts, fragment, record } = readReviewFile(file);
    expect([facts.format, fragment, record.finished]).toEqual(['mixed', comparison.html, true]);
    expect(facts.outcome?.warnings).toEqual(WARNINGS);
    expect(facts.digests?.fileSha256).toEqual(comparison.fileSha256);
  });

  it.each(['track_changes_docx', 'resolved_docx'] as const)('%s is refused before it is made', async (type) => {
    const { checkExport } = await import('../../../service/comparison/exports/check-export.ts');
    const facts: ComparisonFacts = {
      ...{ format: 'mixed', originalFormat: formats.original, revisedFormat: formats.revised },
      ...{ engine: 'document', fallback: false, requestedMode: 'word', effectiveMode: 'word', units: 1 },
    };
    expect(() => checkExport(type, facts, UNDECIDED, 1)).toThrow('two formats');
  });
});
