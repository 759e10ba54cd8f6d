/** The command line reads DOCX and PDF in confined processes. The result is that of a reading in this process. */
import { expect, it } from 'vitest';
import { readConfined } from '../../service/confined-files.ts';
import { compareFiles, textOfFile } from '../../service/pipeline/compare-files.ts';
import { verifyFragment } from '../../service/pipeline/verify-result.ts';
import type { SideFormats } from '../../shared/formats.ts';
import { docx, wp } from '../builders/docx.ts';
import { plainPdf, showText } from '../builders/plain-pdf.ts';

const word = (days: number): Uint8Array => docx(wp('Terms') + wp(`The fee is due in ${days} days.`));
const pdf = (days: number): Uint8Array => plainPdf([{ content: showText(`The fee is due in ${days} days.`, 72, 700) }]);
const pairs: readonly (readonly [SideFormats, Uint8Array, Uint8Array])[] = [
  [{ original: 'docx', revised: 'docx' }, word(14), word(30)],
  [{ original: 'pdf', revised: 'pdf' }, pdf(14), pdf(30)],
  [{ original: 'docx', revised: 'pdf' }, word(14), pdf(30)],
  [{ original: 'docx', revised: 'html' }, word(14), Buffer.from('<p>The fee is due in 30 days.</p>')],
];

it.each(pairs)('is the same for %o', async (formats, original, revised) => {
  const files = { formats, original, revised, mode: 'auto', attributeMode: 'semantic' } as const;
  const [confined, here] = [await compareFiles(files, readConfined), await compareFiles(files)];
  expect(confined.html).toBe(here.html);
  expect(confined.page(0, 100)).toEqual(here.page(0, 100));
  expect([confined.texts, confined.warnings, confined.fileSha256]).toEqual([
    here.texts,
    here.warnings,
    here.fileSha256,
  ]);
  for (const { holds } of await verifyFragment({ formats, original, revised }, confined.html, readConfined))
    expect(holds).toBe(true);
  if (formats.original === 'docx') expect(await textOfFile('docx', original, readConfined)).toBe(here.texts[0]);
});

it('names the side that cannot be read, the original first', async () => {
  const formats = { original: 'pdf', revised: 'pdf' } as const;
  const files = { formats, mode: 'auto', attributeMode: 'semantic' } as const;
  const bad = Buffer.from('%PDF-1.7 and nothing else');
  await expect(compareFiles({ ...files, original: pdf(1), revised: bad }, readConfined)).rejects.toMatchObject({
    code: 'document_invalid',
    message: expect.stringMatching(/^Revised: /),
  });
  await expect(compareFiles({ ...files, original: bad, revised: bad }, readConfined)).rejects.toMatchObject({
    message: expect.stringMatching(/^Original: /),
  });
});
