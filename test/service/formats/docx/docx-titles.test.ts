/** Titles and subtitles of DOCX by their styles. */
import { expect, test } from 'vitest';
import { bothSides } from '../../../../shared/formats.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { docx, r, wp } from '../../../builders/docx.ts';

const style = (id: string, name: string, basedOn?: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn === undefined ? '' : `<w:basedOn w:val="${basedOn}"/>`}${more}</w:style>`;
const STYLES =
  style('Title', 'Title', undefined, '<w:rPr><w:sz w:val="56"/></w:rPr>') +
  style('Sub', 'Subtitle') +
  style('Cover', 'Cover Title', 'Title') +
  style('H', 'heading 1', 'Title');
const styled = (text: string, id?: string): string => wp(r(text), id === undefined ? '' : `<w:pStyle w:val="${id}"/>`);
const file = (...paragraphs: readonly (readonly [text: string, style?: string])[]): Uint8Array =>
  docx(paragraphs.map(([text, id]) => styled(text, id)).join(''), { styles: STYLES });

test('have an attribute, also in styles based on theirs, and headings are headings', async () => {
  const bytes = file(['Lease', 'Title'], ['of an office', 'Sub'], ['Draft', 'Cover'], ['Term', 'H'], ['It ends.']);
  const { document } = await readDocx(bytes);
  const fragment = writeFragment(document.blocks);
  expect(fragment).toBe(
    '<div class="diffsvc"><p data-title="title">Lease</p><p data-title="subtitle">of an office</p>' +
      '<p data-title="title">Draft</p><h1>Term</h1><p>It ends.</p></div>',
  );
  expect(readText(fragment, 'html').document.blocks).toEqual(document.blocks);
  expect(readText('<p data-title="title">Lease</p>', 'html').document.blocks[0]).toMatchObject({ attributes: {} });
});

test('are carried: another style is no change of the text, is told, and both sides come back', async () => {
  const [original, revised] = [file(['Lease'], ['It ends.']), file(['Lease', 'Title'], ['It ends.'])];
  const sides = { formats: bothSides('docx'), original, revised, mode: 'auto', include: [] } as const;
  const { html, uncompared } = await compareFiles({ ...sides, attributeMode: 'semantic' });
  expect(html).toContain('<p data-title="title" data-original-carried=');
  expect(html).not.toContain('data-change-id');
  expect(resolve(html, { accept: 'all' })).toBe(
    '<div class="diffsvc"><p data-title="title">Lease</p><p>It ends.</p></div>',
  );
  expect(resolve(html, { reject: 'all' })).toBe('<div class="diffsvc"><p>Lease</p><p>It ends.</p></div>');
  expect(uncompared?.differs).toBe(true);
  const { html: presented } = await compareFiles({ ...sides, attributeMode: 'presentation' });
  expect(presented).toContain('data-change-type="format"');
});
