import type { FreshLayout } from './layout.ts';
import type { FreshBlock, FreshDocument, FreshList, FreshRun } from './model.ts';

/** Writes a document for pdfLaTeX. Latin scripts only. */
export function writeTex(document: FreshDocument, layout: FreshLayout): string {
  const columns = layout.columns > 1;
  const body = document.blocks.map((block) => blockOf(block, layout)).join('\n\n');
  const header = { none: '', title: escape(document.title), section: '\\leftmark' }[layout.header];
  const footer = {
    none: '',
    number: '\\thepage',
    'page-of': 'Page \\thepage',
    roman: '\\thepage',
    text: 'Confidential draft',
  }[layout.footer];
  const parts = [
    `\\documentclass[${layout.sizePt >= 11.5 ? '12pt' : layout.sizePt >= 10.5 ? '11pt' : '10pt'}]{article}`,
    '\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{lmodern}\\usepackage{textcomp}',
    `\\usepackage[${layout.paper === 'A4' ? 'a4paper' : 'letterpaper'},margin=${layout.marginMm}mm]{geometry}`,
    '\\usepackage{multicol}\\usepackage{longtable}\\usepackage{booktabs}\\usepackage[hidelinks]{hyperref}\\usepackage{fancyhdr}',
    `\\pagestyle{fancy}\\fancyhf{}\\renewcommand{\\headrulewidth}{${layout.header === 'none' ? 0 : 0.4}pt}`,
    `\\fancyhead[C]{\\small ${header}}\\fancyfoot[C]{\\small ${footer}}`,
    layout.footer === 'roman' ? '\\pagenumbering{roman}' : '',
    layout.indented ? '' : '\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{0.6em}',
    layout.justified ? '' : '\\raggedright',
    '\\emergencystretch=2em',
    '\\renewcommand{\\labelenumi}{\\arabic{enumi}.}',
  ];
  return `${parts.join('\n')}\n\\begin{document}\n${columns ? `\\begin{multicols}{${layout.columns}}\n` : ''}${body}\n${columns ? '\\end{multicols}\n' : ''}\\end{document}\n`;
}

const HEADINGS = { 1: 'section*', 2: 'subsection*', 3: 'subsubsection*' } as const;
const LABELS = { decimal: '\\arabic{#}.', alpha: '\\alph{#}.', roman: '\\roman{#}.' } as const;
const COUNTERS = ['enumi', 'enumii', 'enumiii', 'enumiv'];

function blockOf(block: FreshBlock, layout: FreshLayout): string {
  switch (block.kind) {
    case 'heading': {
      const mark = block.level === 2 ? `\\markboth{${escape(block.text)}}{}` : '';
      return `\\${HEADINGS[block.level]}{${escape(block.text)}}${mark}`;
    }
    case 'paragraph':
      return runsOf(block.runs);
    case 'quote':
      return `\\begin{quote}\\itshape ${runsOf(block.runs)}\\end{quote}`;
    case 'list':
      return listOf(block, 0);
    case 'table': {
      const width = block.rows[0]!.length;
      const rule = layout.table === 'grid' ? '\\hline' : '';
      const share = (0.86 / width).toFixed(3);
      const column = `p{${share}\\linewidth}`;
      const bars = layout.table === 'grid' ? `|${`${column}|`.repeat(width)}` : column.repeat(width);
      const rows = block.rows.map((row) => `${row.map(escape).join(' & ')} \\\\ ${rule}`).join('\n');
      const lines = layout.table === 'rows' ? ['\\toprule', '\\bottomrule'] : [rule, ''];
      return `\\noindent{\\raggedright\\begin{tabular}{${bars}}\n${lines[0]!}\n${rows}\n${lines[1]!}\\end{tabular}\\par}`;
    }
  }
}

function listOf({ numbering, items }: FreshList, depth: number): string {
  const inside = items
    .map(({ runs, inner }) => `\\item ${runsOf(runs)}${inner ? `\n${listOf(inner, depth + 1)}` : ''}`)
    .join('\n');
  if (numbering === 'bullet') return `\\begin{itemize}\n${inside}\n\\end{itemize}`;
  // Numbered lists are nested only as deep as the lists around them, so the use names the counter.
  const label = LABELS[numbering];
  const settings = COUNTERS.map((counter) => `\\renewcommand{\\label${counter}}{${label.replace('#', counter)}}`).join(
    '',
  );
  return `{${settings}\\begin{enumerate}\n${inside}\n\\end{enumerate}}`;
}

function runsOf(runs: readonly FreshRun[]): string {
  return runs
    .map(({ text, bold, italic, href }) => {
      let tex = escape(text);
      if (bold) tex = `\\textbf{${tex}}`;
      if (italic) tex = `\\textit{${tex}}`;
      return href === undefined ? tex : `\\href{${href}}{${tex}}`;
    })
    .join('');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escape(text: string): string {
  return text.replace(/[\\~^]/g, (character) => ESCAPED[character]!).replace(/[&%$#_{}]/g, '\\$&');
}
