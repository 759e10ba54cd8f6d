import type { ExportOptions } from '../artifact.ts';

/** Options that change how a printed redline looks. */
export type PrintLook = Pick<ExportOptions, 'insertions' | 'deletions' | 'paper' | 'onlyChanges'>;

const PAGE_SIZES = { a4: 'A4', letter: 'letter' } as const;

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

/** CSS for the paper and for the marks of insertions and deletions. */
export function lookStyle({ insertions = 'shaded', deletions = 'shaded', paper }: PrintLook): string {
  return [
    ...(paper === undefined ? [] : [`@page { size: ${PAGE_SIZES[paper]}; }`]),
    INSERTIONS[insertions],
    DELETIONS[deletions],
    '.left-out { color: GrayText; font-size: 0.8125rem; margin: 1rem 0; text-align: center; }',
  ]
    .filter((rule) => rule !== '')
    .join('\n');
}
