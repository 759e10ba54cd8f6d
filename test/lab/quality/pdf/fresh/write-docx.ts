import * as docx from 'docx';
import type { FreshLayout } from './layout.ts';
import type { FreshBlock, FreshDocument, FreshList, FreshRun } from './model.ts';
import { withSoftHyphens } from './soft-hyphens.ts';

const TWIPS_PER_MM = 56.7;
const PAPERS = { A4: { width: 11906, height: 16838 }, letter: { width: 12240, height: 15840 } } as const;
const HEADINGS = {
  1: docx.HeadingLevel.HEADING_1,
  2: docx.HeadingLevel.HEADING_2,
  3: docx.HeadingLevel.HEADING_3,
} as const;
const FORMATS = {
  bullet: docx.LevelFormat.BULLET,
  decimal: docx.LevelFormat.DECIMAL,
  alpha: docx.LevelFormat.LOWER_LETTER,
  roman: docx.LevelFormat.LOWER_ROMAN,
} as const;

/** Writes a document as DOCX in this layout. */
export async function writeDocx(document: FreshDocument, layout: FreshLayout): Promise<Uint8Array> {
  const writer = new Writer(document, layout);
  return new Uint8Array(await docx.Packer.toBuffer(writer.file()));
}

class Writer {
  readonly #document: FreshDocument;
  readonly #layout: FreshLayout;
  /** Each list of the document has its own count. */
  readonly #numberings: docx.INumberingOptions['config'][number][] = [];

  constructor(document: FreshDocument, layout: FreshLayout) {
    this.#document = document;
    this.#layout = layout;
  }

  file(): docx.Document {
    const layout = this.#layout;
    const size = Math.round(layout.sizePt * 2);
    const font = layout.serif ? 'Liberation Serif' : 'Liberation Sans';
    const children = this.#document.blocks.flatMap((block) => this.#block(block));
    const margin = Math.round(layout.marginMm * TWIPS_PER_MM);
    const heading = (scale: number): docx.IBaseParagraphStyleOptions => ({
      run: { size: Math.round(size * scale), bold: true, font, color: '000000', ...this.#headingRun() },
      paragraph: {
        spacing: { before: 240, after: 100 },
        ...(layout.headings === 'centred' ? { alignment: docx.AlignmentType.CENTER } : {}),
      },
    });
    const small = layout.headings === 'same-size';
    return new docx.Document({
      styles: {
        default: {
          document: { run: { size, font }, paragraph: { spacing: { line: Math.round(240 * layout.lineHeight) } } },
          heading1: heading(1.7),
          heading2: heading(small ? 1 : 1.3),
          heading3: heading(small ? 1 : 1.12),
        },
      },
      numbering: { config: this.#numberings },
      hyphenation: { autoHyphenation: layout.softHyphens },
      sections: [
        {
          properties: {
            page: {
              size: PAPERS[layout.paper],
              margin: {
                top: margin,
                bottom: margin,
                left: margin,
                right: margin,
                header: margin / 2,
                footer: margin / 2,
              },
              ...(layout.footer === 'roman' ? { pageNumbers: { formatType: docx.NumberFormat.LOWER_ROMAN } } : {}),
            },
            column: { count: layout.columns, space: 400 },
          },
          ...(layout.header === 'none'
            ? {}
            : { headers: { default: new docx.Header({ children: [this.#header()] }) } }),
          ...(layout.footer === 'none'
            ? {}
            : { footers: { default: new docx.Footer({ children: [this.#footer()] }) } }),
          children,
        },
      ],
    });
  }

  #headingRun(): docx.IRunStylePropertiesOptions {
    if (this.#layout.headings === 'spaced') return { characterSpacing: 40 };
    return this.#layout.headings === 'small-caps' ? { smallCaps: true } : {};
  }

  #header(): docx.Paragraph {
    const text = this.#layout.header === 'title' ? this.#document.title : 'Draft for discussion';
    return new docx.Paragraph({ children: [new docx.TextRun({ text, size: 16 })] });
  }

  #footer(): docx.Paragraph {
    const { CURRENT, TOTAL_PAGES } = docx.PageNumber;
    const children = {
      none: [],
      number: [CURRENT],
      roman: [CURRENT],
      'page-of': ['Page ', CURRENT, ' of ', TOTAL_PAGES],
      text: ['Confidential draft | ', CURRENT],
    }[this.#layout.footer];
    return new docx.Paragraph({
      alignment: docx.AlignmentType.CENTER,
      children: [new docx.TextRun({ children, size: 16 })],
    });
  }

  #block(block: FreshBlock): (docx.Paragraph | docx.Table)[] {
    const layout = this.#layout;
    const bidirectional = this.#document.script.rightToLeft;
    const alignment =
      layout.justified && this.#document.script.space !== '' ? docx.AlignmentType.JUSTIFIED : docx.AlignmentType.START;
    switch (block.kind) {
      case 'heading':
        return [
          new docx.Paragraph({
            heading: HEADINGS[block.level],
            bidirectional,
            children: [this.#run({ text: block.text })],
          }),
        ];
      case 'paragraph':
        return [
          new docx.Paragraph({
            bidirectional,
            alignment,
            children: block.runs.map((run) => this.#linked(run)),
            ...(layout.indented ? { indent: { firstLine: 360 } } : { spacing: { after: 140 } }),
          }),
        ];
      case 'quote':
        return [
          new docx.Paragraph({
            bidirectional,
            alignment,
            children: block.runs.map((run) => this.#linked({ ...run, italic: true })),
            indent: { left: 600, right: 600 },
            spacing: { before: 140, after: 140 },
          }),
        ];
      case 'list':
        return this.#list(block, this.#numbering(block), 0);
      case 'table':
        return [this.#table(block.rows, block.headed), new docx.Paragraph({ children: [] })];
    }
  }

  #numbering(list: FreshList): string {
    const reference = `list${this.#numberings.length}`;
    // The nested list of an item sets the format of the next level, for all items.
    const formats: FreshList['numbering'][] = [];
    let inner: FreshList | null | undefined = list;
    while (inner) {
      formats.push(inner.numbering);
      inner = inner.items.find((item) => item.inner !== null)?.inner;
    }
    this.#numberings.push({
      reference,
      levels: formats.map((numbering, level) => ({
        level,
        format: FORMATS[numbering],
        text: numbering === 'bullet' ? '•' : `%${level + 1}.`,
        style: { paragraph: { indent: { left: 500 * (level + 1), hanging: 360 } } },
      })),
    });
    return reference;
  }

  #list(list: FreshList, reference: string, level: number): docx.Paragraph[] {
    const bidirectional = this.#document.script.rightToLeft;
    return list.items.flatMap(({ runs, inner }) => [
      new docx.Paragraph({
        bidirectional,
        numbering: { reference, level },
        children: runs.map((run) => this.#linked(run)),
      }),
      ...(inner ? this.#list(inner, reference, level + 1) : []),
    ]);
  }

  #table(rows: readonly (readonly string[])[], headed: boolean): docx.Table {
    const { table } = this.#layout;
    const bidirectional = this.#document.script.rightToLeft;
    const none = { style: docx.BorderStyle.NONE };
    const line = { style: docx.BorderStyle.SINGLE, size: 4 };
    const across = table === 'grid' || table === 'rows' ? line : none;
    const down = table === 'grid' ? line : none;
    return new docx.Table({
      width: { size: 100, type: docx.WidthType.PERCENTAGE },
      visuallyRightToLeft: bidirectional,
      borders: { top: across, bottom: across, left: down, right: down, insideHorizontal: across, insideVertical: down },
      rows: rows.map(
        (row, index) =>
          new docx.TableRow({
            tableHeader: headed && index === 0,
            cantSplit: true,
            children: row.map(
              (text) =>
                new docx.TableCell({
                  margins: { left: 90, right: 90, top: 40, bottom: 40 },
                  ...(table === 'striped' && index % 2 === 1 ? { shading: { fill: 'EEEEEE' } } : {}),
                  children: [
                    new docx.Paragraph({ bidirectional, children: [this.#run({ text, bold: headed && index === 0 })] }),
                  ],
                }),
            ),
          }),
      ),
    });
  }

  #linked(run: FreshRun): docx.ParagraphChild {
    return run.href === undefined
      ? this.#run(run)
      : new docx.ExternalHyperlink({ link: run.href, children: [this.#run(run)] });
  }

  #run(run: FreshRun): docx.TextRun {
    const { script } = this.#document;
    const options: docx.IRunOptions = {
      text: this.#layout.softHyphens ? withSoftHyphens(run.text) : run.text,
      rightToLeft: script.rightToLeft,
      bold: run.bold === true,
      italics: run.italic === true,
    };
    return new docx.TextRun(options);
  }
}
