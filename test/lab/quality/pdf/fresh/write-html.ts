import type { FreshLayout } from './layout.ts';
import type { FreshBlock, FreshDocument, FreshList, FreshRun } from './model.ts';
import { withSoftHyphens } from './soft-hyphens.ts';

/** Writes a document as an HTML page in this layout, for Chromium to print or LibreOffice to convert. */
export function writeHtml(document: FreshDocument, layout: FreshLayout): string {
  const { script } = document;
  const body = document.blocks.map((block, index) => blockOf(block, layout, index === 1 || index === 2)).join('\n');
  return (
    `<!doctype html><html lang="${script.language}"${script.rightToLeft ? ' dir="rtl"' : ''}><head><meta charset="utf-8">` +
    `<title>${escape(document.title)}</title><style>${styleOf(document, layout)}</style></head>` +
    `<body><main>${body}</main></body></html>`
  );
}

function styleOf({ title, script }: FreshDocument, layout: FreshLayout): string {
  const head = { none: 'none', title: quoted(title), section: 'string(section)' }[layout.header];
  // Chromium supports no named strings, so that the running title replaces the section.
  const header = layout.header === 'section' ? quoted(`${title} · draft`) : head;
  const footer = {
    none: 'none',
    number: 'counter(page)',
    'page-of': '"Page " counter(page) " of " counter(pages)',
    roman: 'counter(page, lower-roman)',
    text: '"Confidential draft" " | " counter(page)',
  }[layout.footer];
  const family = layout.serif ? '"Liberation Serif", "Noto Serif"' : '"Liberation Sans", "Noto Sans"';
  const borders = {
    grid: 'td, th { border: 0.75pt solid #333; }',
    rows: 'td, th { border-bottom: 0.75pt solid #999; }',
    none: '',
    striped: 'tr:nth-child(even) { background: #eee; }',
  }[layout.table];
  const headings = {
    plain: '',
    centred: 'h1, h2, h3 { text-align: center; }',
    spaced: 'h1, h2 { letter-spacing: 0.18em; }',
    'small-caps': 'h1, h2, h3 { font-variant-caps: small-caps; }',
    'same-size': 'h2, h3 { font-size: 1em; } h3 { font-style: italic; }',
  }[layout.headings];
  return `
    @page { size: ${layout.paper}; margin: ${layout.marginMm}mm;
      @top-center { content: ${header}; font-size: 8pt; } @bottom-center { content: ${footer}; font-size: 8pt; } }
    body { font: ${layout.sizePt}pt/${layout.lineHeight} ${family}; margin: 0;
      ${layout.justified && script.space !== '' ? 'text-align: justify;' : ''} }
    main { ${layout.columns > 1 ? `columns: ${layout.columns}; column-gap: 7mm;` : ''} }
    p { margin: ${layout.indented ? '0' : '0 0 0.7em'}; ${layout.indented ? 'text-indent: 1.5em;' : ''} }
    td p, li p { text-indent: 0; }
    table { border-collapse: collapse; margin: 0.8em 0; text-align: start; } td, th { padding: 2pt 6pt; text-align: start; }
    ${layout.columns > 1 ? 'table { width: 100%; table-layout: fixed; overflow-wrap: break-word; }' : ''}
    h1, h2, h3 { break-after: avoid; }
    blockquote { margin: 0.8em 2em; font-style: italic; }
    ${borders} ${headings}
    ${layout.dropCap ? 'p.first::first-letter { float: inline-start; font-size: 3em; line-height: 0.8; padding-inline-end: 2pt; }' : ''}`;
}

const MARKERS = { bullet: 'ul', decimal: 'ol', alpha: 'ol type="a"', roman: 'ol type="i"' } as const;

function blockOf(block: FreshBlock, layout: FreshLayout, first: boolean): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escape(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p${first ? ' class="first"' : ''}>${runsOf(block.runs, layout)}</p>`;
    case 'quote':
      return `<blockquote>${runsOf(block.runs, layout)}</blockquote>`;
    case 'list':
      return listOf(block, layout);
    case 'table':
      return `<table>${block.rows
        .map((row, index) => {
          const name = block.headed && index === 0 ? 'th' : 'td';
          return `<tr>${row.map((cell) => `<${name}>${escape(cell)}</${name}>`).join('')}</tr>`;
        })
        .join('')}</table>`;
  }
}

function listOf({ numbering, items }: FreshList, layout: FreshLayout): string {
  const tag = MARKERS[numbering];
  const inside = items.map(
    ({ runs, inner }) => `<li>${runsOf(runs, layout)}${inner ? listOf(inner, layout) : ''}</li>`,
  );
  return `<${tag}>${inside.join('')}</${tag.slice(0, 2)}>`;
}

function runsOf(runs: readonly FreshRun[], layout: FreshLayout): string {
  return runs
    .map(({ text, bold, italic, href }) => {
      let html = escape(layout.softHyphens ? withSoftHyphens(text) : text);
      if (bold) html = `<strong>${html}</strong>`;
      if (italic) html = `<em>${html}</em>`;
      return href === undefined ? html : `<a href="${href}">${html}</a>`;
    })
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}
