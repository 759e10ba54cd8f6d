import type { MarkProfileName } from '../../../shared/api/mark-profiles.ts';
import { PROFILES } from '../../../shared/marks/mark-profiles.ts';
import type { ExportOptions } from '../artifact.ts';
import { markCss } from '../../../shared/marks/mark-css.ts';

/** Options that change how a printed redline looks. */
export type PrintLook = Pick<ExportOptions, 'insertions' | 'deletions' | 'marks' | 'paper' | 'onlyChanges'>;

/** Sizes of paper as CSS names them. */
export const PAGE_SIZES = { a4: 'A4', letter: 'letter' } as const;

const INSERTIONS = {
  shaded: '',
  underline: '.diffsvc { --diffsvc-insert-bg: transparent; --diffsvc-insert-soft: transparent; }',
  double_underline:
    '.diffsvc { --diffsvc-insert-bg: transparent; --diffsvc-insert-soft: transparent; }\n.diffsvc ins { text-decoration-style: double; text-decoration-thickness: 1px; }',
} as const;

const DELETIONS = {
  shaded: '',
  strikethrough: '.diffsvc { --diffsvc-delete-bg: transparent; --diffsvc-delete-soft: transparent; }',
  double_strikethrough:
    '.diffsvc { --diffsvc-delete-bg: transparent; --diffsvc-delete-soft: transparent; }\n.diffsvc del { text-decoration-style: double; text-decoration-thickness: 1px; }',
} as const;

/** CSS for the marks of a profile. The classic one is the look of the stylesheet. */
function profileStyle(marks: MarkProfileName): string[] {
  if (marks === 'classic') return [];
  const grounds = ['insert', 'delete', 'move'].flatMap((kind) => [
    `--diffsvc-${kind}-bg: transparent; --diffsvc-${kind}-soft: transparent;`,
  ]);
  const { insert, delete: gone, moveTo, format } = PROFILES[marks];
  const colors = [
    ['insert', insert.color],
    ['delete', gone.color],
    ['move', moveTo.color],
    ['format', format.color],
  ].map(([kind, color]) => `--diffsvc-${kind}-fg: #${color}; --diffsvc-${kind}-line: #${color};`);
  return [
    `.diffsvc { ${[...grounds, ...colors].join(' ')} }`,
    `.diffsvc ins { ${markCss(marks, 'insert')} }`,
    `.diffsvc del { ${markCss(marks, 'delete')} }`,
  ];
}

/** CSS for the paper and for the marks of insertions and deletions. */
export function lookStyle({
  insertions = 'shaded',
  deletions = 'shaded',
  marks = 'classic',
  paper,
}: PrintLook): string {
  return [
    ...(paper === undefined ? [] : [`@page { size: ${PAGE_SIZES[paper]}; }`]),
    ...profileStyle(marks),
    INSERTIONS[insertions],
    DELETIONS[deletions],
    '.left-out { color: GrayText; font-size: 0.8125rem; margin: 1rem 0; text-align: center; }',
  ]
    .filter((rule) => rule !== '')
    .join('\n');
}
