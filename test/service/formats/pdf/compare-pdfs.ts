/** Compares two PDFs that a test has written. */
import { bothSides } from '../../../../shared/formats.ts';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import type { Change } from '../../../../shared/change/page.ts';
import { compareFiles, type FileComparison } from '../../../../service/pipeline/compare/compare-files.ts';

/** A comparison, told as the changes and what differs beside them. */
export interface ToldComparison {
  readonly comparison: FileComparison;
  readonly changes: readonly Change[];
  /** What was not compared and differs. */
  readonly listed: readonly string[];
}

export async function comparePdfs(original: Uint8Array, revised: Uint8Array): Promise<ToldComparison> {
  const comparison = await compareFiles({
    formats: bothSides('pdf'),
    original,
    revised,
    mode: 'word',
    attributeMode: 'semantic',
  });
  const { uncompared } = comparison;
  return {
    comparison,
    changes: comparison.page(0, 500).changes,
    listed: uncompared ? describeDifferences(uncompared) : [],
  };
}

/** The words of each change: "before → after". */
export function toldChanges(changes: readonly Change[]): string[] {
  return changes.map((change) => {
    const text = (side: 'before' | 'after'): string =>
      ((change as Partial<Record<typeof side, { readonly text?: string }>>)[side]?.text ?? '').trim();
    return `${text('before')} → ${text('after')}`.trim();
  });
}
