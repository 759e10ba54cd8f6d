/** `diffsvc verify`. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { docx, wp } from '../../../builders/docx.ts';
import { pdf } from '../../../builders/pdf.ts';
import { tracked } from '../../../builders/tracked-docx.ts';
import { callDiffsvc, type Outcome } from '../run-diffsvc.ts';

const TEXTS = { original: '# Fee\n\nIt is *five* euro.\n', revised: '# Fee\n\nIt is **six** euro.\n' };
let folder: string;
const run = (...args: string[]): Promise<Outcome> => callDiffsvc(['verify', ...args], { cwd: folder });
const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-verify-'));
  write('a.md', TEXTS.original);
  write('b.md', TEXTS.revised);
  const { html } = compareText({ ...TEXTS, format: 'markdown', mode: 'auto' });
  write('good.html', html);
  write('answer.json', JSON.stringify({ html }));
  write('broken.html', html.replace('euro', 'dollar'));
  write('restyled.html', html.replaceAll('h1', 'h2'));
  const files = [docx(wp('The fee is 5 euro.')), docx(wp('The fee is 6 euro.'))] as const;
  write('a.docx', files[0]);
  write('b.docx', files[1]);
  const { bytes } = await tracked(...files, { author: 'x', at: new Date(0) });
  write('good.docx', bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('diffsvc verify', () => {
  test.each([
    [4, 'a.md', 'b.md', 'good.html'],
    [4, 'a.md', 'b.md', 'answer.json'],
    [8, 'a.docx', 'b.docx', 'good.docx'],
  ])('all %i laws hold for %s, %s and %s', async (laws, ...names) => {
    const { code, stdout } = await run(...names);
    expect([code, stdout.match(/^holds /gm)?.length]).toEqual([0, laws]);
    for (const name of names) {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      expect(stdout).toContain(`sha256  ${sha256}  ${name}`);
    }
  });

  test('a result with another word breaks the law of the text, and is told where', async () => {
    const { code, stdout } = await run('a.md', 'b.md', 'broken.html', '--json');
    expect(code).toBe(1);
    const report = JSON.parse(stdout);
    expect(report.holds).toBe(false);
    expect(report.laws[0]).toEqual({ side: 'original', law: 'text', holds: false, differsAt: 11 });
  });

  test('a result with another heading breaks the law of the structure alone', async () => {
    const { laws } = JSON.parse((await run('a.md', 'b.md', 'restyled.html', '--json')).stdout);
    expect(laws.map(({ law, holds }: { law: string; holds: boolean }) => [law, holds])).toEqual([
      ...[
        ['text', true],
        ['structure', false],
        ['text', true],
        ['structure', false],
      ],
    ]);
  });

  test('a tracked DOCX of other documents is found out', async () => {
    expect((await run('b.docx', 'a.docx', 'good.docx')).code).toBe(1);
  });

  test('a result that states a default style, and spells the parts of a diagram anew, is not accused', async () => {
    const style = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>';
    const diagram = (ids: string): string =>
      `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri="u"><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="${ids}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
    const file = (text: string, id: string, part: string): Uint8Array =>
      docx(text + diagram(id), {
        styles: style,
        images: { [id]: new Uint8Array([1]) },
        files: {
          'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId_styles" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData" Target="diagrams/data1.xml"/></Relationships>`,
          'word/diagrams/data1.xml': part,
        },
      });
    const data = (text: string): string =>
      `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:pt modelId="${text}"/></dgm:dataModel>`;
    write('plain.docx', file(wp('Same.'), 'rIdD', data('a')));
    const normal = wp('Same.', '<w:pStyle w:val="Normal"/>');
    write('respelled.docx', file(normal, 'R1', `<?xml version="1.0"?>\n${data('a').replace('/>', ' />')}`));
    write('other.docx', file(normal, 'R1', data('b')));
    expect((await run('plain.docx', 'plain.docx', 'respelled.docx')).code).toBe(0);
    expect((await run('plain.docx', 'plain.docx', 'other.docx')).stdout.match(/^broken .*/gmu)).toEqual([
      expect.stringContaining('formatting'),
      expect.stringContaining('formatting'),
    ]);
  });

  test('a link with and without the slash after the host is one link', async () => {
    const file = (target: string): Uint8Array =>
      docx(wp(`<w:hyperlink r:id="rIdL"><w:r><w:t>there</w:t></w:r></w:hyperlink>`), { links: { rIdL: target } });
    write('bare.docx', file('http://host.example'));
    write('slash.docx', file('http://host.example/'));
    write('path.docx', file('http://host.example/path'));
    expect((await run('bare.docx', 'bare.docx', 'slash.docx')).code).toBe(0);
    expect((await run('bare.docx', 'bare.docx', 'path.docx')).code).toBe(1);
  });

  test('without a result it needs --witness', async () => {
    expect(await run('a.docx', 'b.docx')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('name it after both files, or ask for --witness') },
    });
  });

  test('what is no result is trouble', async () => {
    const { code, stderr } = await run('a.md', 'b.md', 'a.md');
    expect([code, stderr]).toEqual([2, expect.stringContaining('a.md is not a fragment of this service')]);
  });
});

describe('diffsvc verify --witness', () => {
  /** Runs with a `pdftotext` that finds these pages; each ends with a form feed. */
  const withPdftotext = (pages: string, ...args: string[]): Promise<Outcome> => {
    mkdirSync(join(folder, 'programs'), { recursive: true });
    const program = join(folder, 'programs', 'pdftotext');
    writeFileSync(program, `#!/bin/sh\nfor output; do :; done\nprintf '${pages}' > "$output"\n`);
    chmodSync(program, 0o755);
    const env = { PATH: `${join(folder, 'programs')}:${process.env['PATH'] ?? ''}` };
    return callDiffsvc(['verify', '--witness', ...args], { cwd: folder, env });
  };

  test('reads two DOCX again, with and without a result', async () => {
    const report = JSON.parse((await run('--witness', '--json', 'a.docx', 'b.docx')).stdout);
    const words = { reader: 'mammoth', agrees: true, both: 5, oursOnly: [], otherOnly: [] };
    expect(report).toMatchObject({ witness: { agrees: true, original: words, revised: words } });
    expect(Object.keys(report.sha256)).toEqual(['original', 'revised']);
    const { code, stdout } = await run('--witness', 'a.docx', 'b.docx', 'good.docx');
    expect([code, stdout.match(/^holds /gmu)?.length, stdout.match(/^agrees /gmu)?.length]).toEqual([0, 8, 2]);
    expect((await run('--witness', 'b.docx', 'a.docx', 'good.docx')).code).toBe(1);
  });

  test.skipIf(process.platform === 'win32')('lists a word that only pdftotext found, and ends with 1', async () => {
    write('a.pdf', pdf(['The fee is five euro.']));
    const { code, stdout } = await withPdftotext(String.raw`The fee is five million euro.\n\f`, 'a.pdf', 'a.pdf');
    expect(code).toBe(1);
    expect(stdout).toContain('only pdftotext: page 1: The fee is five [million] euro.');
    expect(stdout).toContain('a second reader found words that ours lacks');
    expect((await withPdftotext(String.raw`The fee is five euro.\n\f`, 'a.pdf', 'a.pdf')).code).toBe(0);
  });

  test('lists a word that only ours found, and ends with 0', async () => {
    write('c.pdf', pdf(['The fee is five euro.']));
    const { code, stdout } = await withPdftotext(String.raw`The fee is euro.\n\f`, 'c.pdf', 'c.pdf');
    expect([code, stdout]).toEqual([0, expect.stringContaining('only ours: page 1: The fee is [five] euro.')]);
  });

  test('a file without a second reader is trouble, and the reason is told', async () => {
    expect(await run('--witness', 'a.md', 'b.md', 'good.html')).toMatchObject({
      ...{ code: 2, stdout: expect.stringContaining('unread  original: only DOCX and PDF have a second reader') },
    });
    expect((await run('--witness', 'a.md', 'b.md', 'broken.html')).code).toBe(1);
  });
});
