/** The marks of a profile as CSS. */
import type { MarkProfileName } from '../api/mark-profiles.ts';
import { PROFILES, type MarkKind, type TextMark } from './mark-profiles.ts';

const STYLES = { single: 'solid', double: 'double', dotted: 'dotted', wave: 'wavy' } as const;

/** Declarations for text with a mark. */
export function markCss(marks: MarkProfileName, kind: MarkKind | 'format'): string {
  const profile = PROFILES[marks];
  if (kind === 'format') return `border: 1px dotted #${profile.format.color}; padding: 0 0.15em`;
  const { color, isBold } = profile[kind];
  return `color: #${color}; text-decoration: ${decorationOf(profile[kind])}${isBold === true ? '; font-weight: bold' : ''}`;
}

/** The marks of insertions and deletions as custom properties, for a stylesheet that uses them. */
export function markVariables(marks: MarkProfileName): string {
  const kinds = ['insert', 'delete'] as const;
  return kinds
    .map((kind) => {
      const mark = PROFILES[marks][kind];
      const weight = mark.isBold === true ? 'bold' : 'inherit';
      return `--mark-${kind}-color: #${mark.color}; --mark-${kind}-line: ${decorationOf(mark)}; --mark-${kind}-weight: ${weight}`;
    })
    .join('; ');
}

function decorationOf({ color, underline, strike }: TextMark): string {
  const line = underline === undefined ? 'line-through' : 'underline';
  return `${line} ${STYLES[underline ?? strike ?? 'single']} #${color}`;
}
