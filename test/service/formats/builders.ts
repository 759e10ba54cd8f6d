import type { Block, Run, TextBlock, TextType } from '../../../shared/document/model.ts';
import { pathOf, stepsOf, type Step, type StepKind } from '../../../shared/document/path.ts';
import { MARKS } from '../../../shared/document/model.ts';
import { readText } from '../../../service/formats/read-text.ts';

/** The blocks of an HTML text. */
export function blocksOf(html: string): readonly Block[] {
  return readText(html, 'html').document.blocks;
}

/** One block in short: `path type{attributes}: text`, marks as `<b>`-like brackets around each run. */
export function sketch(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    const path = stepsOf(block.path).map(sketchStep).join(' ');
    const front = path === '' ? '' : `${path} `;
    if (block.kind === 'rule') return [`${front}rule`];
    if (block.kind === 'image') return [`${front}image ${block.image.src}${block.href ? ` -> ${block.href}` : ''}`];
    if (block.kind === 'text') {
      const attributes = Object.entries(block.attributes).map(([name, value]) => ` ${name}=${value}`);
      return [`${front}${block.type}${attributes.join('')}: ${block.runs.map(sketchRun).join('')}`];
    }
    return [
      `${front}table`,
      ...block.rows.flatMap((row) => [
        `| ${row.section}`,
        ...row.cells.flatMap((cell) => {
          const spans = cell.colspan > 1 || cell.rowspan > 1 ? `(${cell.colspan}x${cell.rowspan})` : '';
          return [`|| ${cell.header ? 'th' : 'td'}${spans}`, ...sketch(cell.blocks).map((line) => `|| ${line}`)];
        }),
      ]),
    ];
  });
}

function sketchStep(step: Step): string {
  return `${step.kind}${step.starts ? '+' : ''}${step.value === undefined ? '' : `=${step.value}`}`;
}

function sketchRun(run: Run): string {
  const marks = MARKS.filter((_, bit) => run.marks & (1 << bit)).join('.');
  const href = run.href === null ? '' : `@${run.href}`;
  const text = run.image ? `(${run.image.alt || run.image.src})` : run.text.replaceAll('\n', '⏎');
  return marks === '' && href === '' ? text : `[${marks}${href} ${text}]`;
}

/** A text block with one unmarked run. */
export function textBlock(type: TextType, text: string, ...path: [StepKind, boolean][]): TextBlock {
  return {
    kind: 'text',
    type,
    attributes: {},
    runs: [{ text, marks: 0, href: null }],
    path: pathOf(path.map(([kind, starts]) => ({ kind, starts }))),
  };
}
