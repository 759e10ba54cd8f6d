/** The summary as a page of its own. */
import type { MarkProfileName } from '../../../shared/api/mark-profiles.ts';
import { PAGE_SIZES, type PrintLook } from '../pages/print-look.ts';
import { selfContainedPage } from '../pages/self-contained-page.ts';
import type { Report } from '../report/report.ts';
import { SUMMARY_STYLE } from './summary-style.ts';
import { writeSummary } from './write-summary.ts';

/** The summary as a page of its own. */
export async function summaryPage(report: Report, { marks = 'classic', paper = 'a4' }: PrintLook): Promise<string> {
  return await selfContainedPage({
    title: report.title,
    style: `@page { margin: 18mm 18mm 14mm; size: ${PAGE_SIZES[paper]}; }\nbody { margin: 0; }\n${SUMMARY_STYLE.trim()}`,
    body: writeSummary(report, marks satisfies MarkProfileName),
  });
}
