import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeReviewFile } from '../../../shared/review-file/review-file.ts';
import { EMPTY_RECORD } from '../../../shared/review-file/review-record.ts';
import type { ComparisonDigests } from '../../../shared/api/digests.ts';
import type { Outcome } from '../../../shared/change/uncompared.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { FinishedComparison } from '../../pipeline/compare/compare-readings.ts';
import { builtReviewProgram, isReviewProgramBuilt } from '../../exports/review-file/review-program.ts';
import { sha256 } from '../../sha256.ts';
import { CommandError } from '../command-error.ts';

/** The program that builds the pages; only a checkout has it. */
const BUILDER = fileURLToPath(new URL('../../../scripts/build-renderer.mjs', import.meta.url));

/**
 * A comparison as one HTML page that is reviewed without a service. The same comparison gives the same text.
 * `fileSha256`: digests of the bytes of both inputs.
 */
export async function writeReview(
  title: string,
  comparison: FinishedComparison & Outcome,
  fileSha256: NonNullable<ComparisonDigests['fileSha256']>,
): Promise<string> {
  if (!isReviewProgramBuilt()) build();
  const { html, format, fallback, fallbackReason } = comparison;
  const { sameness, uncompared, warnings = [] } = comparison;
  const facts = withoutUndefined({
    title,
    format,
    fallback,
    fragmentSha256: sha256(html),
    fallbackReason,
    digests: { ...comparison.digests(), fileSha256 },
    outcome: withoutUndefined({ sameness, uncompared, warnings: warnings.length > 0 ? warnings : undefined }),
  });
  return writeReviewFile({ facts, fragment: html, record: EMPTY_RECORD }, await builtReviewProgram());
}

/** A checkout in which nothing was started yet has no built pages. */
function build(): void {
  const built = existsSync(BUILDER) && spawnSync(process.execPath, [BUILDER], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (built === false || built.status !== 0) {
    const why = built === false ? 'it is not part of this installation' : built.stderr.toString().trim();
    throw new CommandError(`cannot write HTML: the review page is not built (${why}); run \`npm run build\``);
  }
}
