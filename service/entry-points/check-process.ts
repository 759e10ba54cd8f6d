/** A process that reads the files of exports again. `last-check.ts` starts it. */
import type { LastCheck } from '../../shared/api/last-check.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { includedIn } from '../pipeline/included-in.ts';
import { decideAll } from '../pipeline/track-changes.ts';
import { checkDecidedDocx } from '../witness/decided/check-decided-docx.ts';
import { checkDecidedHtml } from '../witness/decided/check-decided-html.ts';
import type { CheckTask } from '../workers/last-check.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(async ({ bytes, type, html, accept, reject, sources }: CheckTask): Promise<LastCheck> => {
  const blocks = scanFragment(html);
  const decisions = { accept, reject };
  if (type === 'resolved_html') return await checkDecidedHtml(new TextDecoder().decode(bytes), blocks, decisions);
  const rejected = (file: Uint8Array): Promise<Uint8Array> => decideAll(file, 'reject');
  return await checkDecidedDocx({ bytes, blocks, decisions, include: includedIn(blocks), sources, reject: rejected });
});
