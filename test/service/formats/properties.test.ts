import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preservesSpace } from '../../../shared/document/model.ts';
import type { Block } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { readText } from '../../../service/formats/read-text.ts';
import type { ReadResult, TextFormat } from '../../../service/formats/read-text.ts';
import { browserParagraphs } from './browser-text.ts';
import { browserSoup, tagSoup } from './html/html-arbitrary.ts';
import { faultsOf } from './normal-form.ts';
import { runsOf } from '../../seed/seed.ts';

const RUNS = { numRuns: runsOf(1000) };

const markdownSoup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '# ',
          '- ',
          '1. ',
          '> ',
          '    ',
          '```\n',
          '\n',
          '\n\n',
          '**',
          '_',
          '`',
          '[a](b)',
          '[^1]',
          '\n[^1]: n\n',
          '| a |\n|---|\n| b |\n',
        ],
        ...[
          '- [x] t\n',
          '---\n',
          'x',
          'y ',
          '\\',
          '<b>',
          '</b>',
          '<div>\n',
          '~~',
          '![i](j)',
          'http://a.b/c',
          '&amp;',
          'e\u0301',
        ],
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 30, size: 'max' },
  )
  .map((pieces) => pieces.join(''));

const INPUTS: Record<TextFormat, fc.Arbitrary<string>> = {
  html: fc.oneof(tagSoup, fc.string({ unit: 'grapheme' })),
  markdown: fc.oneof(markdownSoup, tagSoup, fc.string({ unit: 'grapheme' })),
  txt: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom('a', ' ', '\t', '\n', '\r', '\u00a0', '\u0301')).map((c) => c.join('')),
  ),
  json: fc.oneof(
    fc.json(),
    fc.json().map((text) => text.slice(1)),
    fc.string(),
  ),
  csv: fc.array(fc.constantFrom('a', '1', ',', ';', '"', '\n', '\r\n', ' ', '\t', '\u0301')).map((c) => c.join('')),
  tsv: fc.array(fc.constantFrom('a', '1', ',', '"', '\n', ' ', '\t', '\u0301')).map((c) => c.join('')),
};

function readOrRefuse(text: string, format: TextFormat): ReadResult | undefined {
  try {
    return readText(text, format);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    return undefined;
  }
}

describe.each(Object.entries(INPUTS) as [TextFormat, fc.Arbitrary<string>][])('reading any %s', (format, inputs) => {
  it('throws service errors only, is deterministic and gives reader normal form', () => {
    fc.assert(
      fc.property(inputs, (text) => {
        const read = readOrRefuse(text, format);
        if (!read) return;
        expect(faultsOf(read.document.blocks)).toEqual([]);
        expect(readText(text, format)).toEqual(read);
      }),
      RUNS,
    );
  });

  it('ignores a byte order mark', () => {
    fc.assert(
      fc.property(inputs, (text) => {
        fc.pre(!text.startsWith('\ufeff'));
        expect(readOrRefuse(`\ufeff${text}`, format)?.document).toEqual(readOrRefuse(text, format)?.document);
      }),
    );
  });
});

describe('readHtml', () => {
  it('reads its own canonical HTML back', () => {
    fc.assert(
      fc.property(tagSoup, (html) => {
        const { blocks } = readText(html, 'html').document;
        expect(readText(writeFragment(blocks), 'html').document.blocks).toEqual(blocks);
      }),
      RUNS,
    );
  });

  it('finds the paragraphs and marks that a browser finds', () => {
    fc.assert(
      fc.property(browserSoup, (html) => {
        expect(readText(html, 'html').document.blocks.flatMap(paragraphs)).toEqual(browserParagraphs(html));
      }),
      { numRuns: runsOf(5000) },
    );
  });
});

describe('plain text', () => {
  it('loses nothing but blank lines', () => {
    fc.assert(
      fc.property(INPUTS.txt, (text) => {
        const lines = text
          .replace(/^\ufeff/, '')
          .split(/\r\n?|\n/)
          .filter((line) => !/^[ \t]*$/.test(line));
        const read = readText(text, 'txt').document.blocks;
        expect(read.map((block) => (block.kind === 'text' ? block.runs[0]?.text : ''))).toEqual(
          lines.map((line) => line.normalize('NFC').replaceAll('\0', '\ufffd')),
        );
      }),
    );
  });
});

describe('JSON', () => {
  it('means what it meant, in every line order and escape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const { document, jsonLines } = readText(JSON.stringify(value, null, indent), 'json');
        const lines = document.blocks.map((block) => (block.kind === 'text' ? (block.runs[0]?.text ?? '') : ''));
        expect(JSON.parse(lines.join('\n'))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(jsonLines?.values).toHaveLength(lines.length);
        expect(readText(lines.join('\n'), 'json').document).toEqual(document);
      }),
      RUNS,
    );
  });
});

describe('envelope of txt and json', () => {
  it('is what the canonical HTML measures', () => {
    fc.assert(
      fc.property(fc.constantFrom<TextFormat>('txt', 'json'), fc.string(), fc.jsonValue(), (format, text, value) => {
        const read = readText(format === 'txt' ? text : JSON.stringify(value), format);
        const html = writeFragment(read.document.blocks);
        expect(read.envelope.htmlBytes).toBe(Buffer.byteLength(html));
        expect(read.envelope.startTags).toBe((html.match(/<[a-z]/g) ?? []).length - 1);
      }),
      RUNS,
    );
  });
});

/** The text blocks, in cells too, in the notation of `browserParagraphs`. */
function paragraphs(block: Block): string[] {
  if (block.kind === 'table')
    return block.rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks.flatMap(paragraphs)));
  if (block.kind !== 'text' || preservesSpace(block.type)) return [];
  let text = '';
  for (const run of block.runs) {
    const format = (run.marks & 1 ? '*' : '') + (run.marks & 2 ? '/' : '') + (run.href === null ? '' : '@');
    for (const letter of run.text) text += letter + format;
  }
  return [text];
}
