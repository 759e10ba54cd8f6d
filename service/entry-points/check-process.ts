/** A process that reads the files of exports again. `last-check.ts` starts it. */
import type { LastCheck } from '../../shared/api/last-check.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { includedIn } from '../pipeline/ranges/included-in.ts';
import { takeOutNotes } from '../exports/note-comments/take-out-notes.ts';
import { decideAll } from '../pipeline/track-changes.ts';
import { checkDecidedDocx } from '../witness/decided/check-decided-docx.ts';
import { checkDecidedHtml } from '../witness/decided/check-decided-html.ts';
import { checkDecidedPdf } from '../witness/decided/check-decided-pdf.ts';
import { checkPrintedReport, checkReport } from '../witness/decided/check-report.ts';
import { checkStaticDocx } from '../witness/decided/check-static-docx.ts';
import { checkReviewFile } from '../witness/decided/check-review-file.ts';
import type { CheckTask } from '../workers/last-check.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(async (task: CheckTask): Promise<LastCheck> => {
  const { bytes, type, page, onlyChanges, hasSummary, html, accept, reject, sources, messages } = task;
  const blocks = scanFragment(html);
  const decisions = { accept, reject };
  const text = (): string => page ?? new TextDecoder().decode(bytes);
  switch (type) {
    case 'resolved_html':
      return await checkDecidedHtml(text(), blocks, decisions);
    case 'review_html':
      return await checkReviewFile(text(), html, blocks, decisions);
    case 'report_html':
      return await checkReport(text(), blocks, decisions);
    case 'report_pdf':
      return await checkPrintedReport({ bytes, page: text(), blocks, decisions });
    case 'redline_pdf':
      return await checkDecidedPdf({ bytes, blocks, decisions, onlyChanges, hasSummary });
    case 'redline_docx':
      return await checkStaticDocx({ bytes, blocks, decisions, include: includedIn(blocks) });
    case 'resolved_docx':
    case 'track_changes_docx': {
      const taken = await takeOutNotes(bytes, messages);
      const check = await checkDecidedDocx({
        bytes: taken.bytes,
        blocks,
        decisions,
        sources,
        include: includedIn(blocks),
        reject: (file) => decideAll(file, 'reject'),
      });
      return withMissingNotes(check, taken.missing.length);
    }
  }
});

/** Notes that a file does not have as they were written are a place of their own. */
function withMissingNotes(check: LastCheck, missing: number): LastCheck {
  if (missing === 0) return check;
  const message =
    missing === 1
      ? 'A note is not in the file as it was written.'
      : `${missing} notes are not in the file as they were written.`;
  return { ...check, exact: false, places: [{ kind: 'missing', text: '', section: '', message }, ...check.places] };
}
