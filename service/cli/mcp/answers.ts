/** What the tools answer: data of their output schemas, and words. */
import { describeUndisclosed } from '../../../shared/change/describe-undisclosed.ts';
import { placeOfChange } from '../../../shared/change/place-of-change.ts';
import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import { extname } from 'node:path';
import type { LastCheck } from '../../../shared/api/last-check.ts';
import type { Change } from '../../../shared/change/change.ts';
import { describeCountsOf, describeDifferences, describeSameness } from '../../../shared/change/describe-uncompared.ts';
import type { ChangeGroup } from '../../../shared/change/details.ts';
import { unitCountsOf } from '../../../shared/change/unit-counts.ts';
import { describeReference } from '../../../shared/signals/references.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { describeCounts } from '../../pipeline/words/describe-counts.ts';
import { sha256 } from '../../sha256.ts';
import type { Finished } from '../compare/compare-pair.ts';
import type { FolderComparison } from '../compare/folders/compare-folders.ts';
import { totalsOf } from '../compare/folders/report-folders.ts';
import { checkedWords } from '../output/checked-words.ts';
import { DETAILS_TEXT, FOLDERS } from '../strings/compare.ts';
import { TOOL_ANSWERS as ANSWERS } from '../strings/mcp.ts';
import type {
  CompareResult,
  FolderResult,
  FollowResult,
  ListedChange,
  ListResult,
  UndisclosedResult,
  VerifyResult,
  WrittenFile,
} from './tool-schemas.ts';

/** Maximum length of a text in a list of changes, in UTF-16 units. */
const TEXT_MAX = 1_000;
/** Maximum number of sentences about what was not compared. */
const SENTENCES_MAX = 20;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.json': 'application/json',
  '.patch': 'text/x-patch',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The answer of a tool: data of its output schema, a summary in words, and the written file. */
export interface ToolAnswer {
  readonly data:
    CompareResult | FolderResult | FollowResult | ListResult | UndisclosedResult | VerifyResult | WrittenFile;
  readonly words: string;
  readonly file?: WrittenFile;
}

/** A finished comparison without its text. `undisclosed`: of a revised DOCX that tracks changes. */
export function compareResult(
  comparisonId: string,
  finished: Finished,
  undisclosed: UndisclosedEdits | undefined,
): CompareResult {
  const { comparison, summary, sameness, warnings } = finished;
  const { groups = [], references = [] } = finished.page();
  const { uncompared, fallbackReason } = comparison;
  const differences = uncompared ? describeDifferences(uncompared) : [];
  return withoutUndefined({
    comparisonId,
    answer: describeSameness(sameness) ?? `${describeCounts(summary)}.`,
    untracked: undisclosed && { answer: describeUndisclosed(undisclosed), total: undisclosed.items.length },
    sameness,
    format: comparison.format,
    summary,
    totalChanges: summary.changeCount,
    fallbackReason,
    notCompared: uncompared
      ? {
          differs: uncompared.differs,
          counts: describeCountsOf(uncompared),
          differences: differences.slice(0, SENTENCES_MAX),
          more: Math.max(0, differences.length - SENTENCES_MAX),
        }
      : undefined,
    repeated: groups.length > 0 ? groups.map(repeatedLine) : undefined,
    references: references.length > 0 ? references.map(describeReference) : undefined,
    warnings: warnings.map(({ side, message }) => (side === undefined ? message : `${side}: ${message}`)),
  });
}

/**
 * A change without its HTML.
 *
 * @param unit the changes that are decided with it, itself among them; empty for a change of its own
 */
export function listed(change: Change, unit: readonly string[]): ListedChange {
  const source = 'sourceLocation' in change ? change.sourceLocation : undefined;
  const revised = 'revisedLocation' in change ? change.revisedLocation : undefined;
  const place = revised ?? source;
  const headings = place?.headingPath ?? change.location.headingPath ?? [];
  const moveId = source?.moveId ?? revised?.moveId;
  return withoutUndefined({
    id: change.id,
    type: change.type,
    before: 'before' in change ? cut(change.before.text) : undefined,
    after: 'after' in change ? cut(change.after.text) : undefined,
    where: headings.length > 0 ? headings.join(' › ') : undefined,
    page: place?.page,
    place: placeOfChange(change) || undefined,
    group: change.group,
    groupId: change.groupId,
    signals: change.signals,
    moveId,
    decidedWith: unit.length > 0 ? unit.filter((id) => id !== change.id) : undefined,
  });
}

function repeatedLine({ groupId, before, after, changeIds, missed }: ChangeGroup): string {
  return `${groupId}: ${DETAILS_TEXT.missed(before, after, changeIds.length, missed.length)}`;
}

/** A long text without its middle; the number says how much is missing. */
function cut(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  const half = TEXT_MAX / 2;
  return `${text.slice(0, half).toWellFormed()} … ${text.length - TEXT_MAX} characters … ${text.slice(-half).toWellFormed()}`;
}

/** Maximum number of files in the answer about two folders. */
const FILES_MAX = 200;

/** Two compared folders, without the files that are the same. */
export function folderResult({ rows, leftOut }: FolderComparison): FolderResult {
  const totals = totalsOf(rows);
  const differing = rows.filter(({ status }) => status !== 'same');
  return {
    answer: FOLDERS.totals(totals, leftOut.length),
    totals,
    files: differing.slice(0, FILES_MAX).map(({ status, original, revised, summary, note }) =>
      withoutUndefined({
        status,
        original: original ?? undefined,
        revised: revised ?? undefined,
        changes: summary === undefined ? undefined : unitCountsOf(summary).total,
        note,
      }),
    ),
    more: Math.max(0, differing.length - FILES_MAX),
    leftOut: leftOut.length,
  };
}

/** The answer of a tool that wrote a file. */
export function written(path: string, bytes: Buffer, warnings: readonly string[], check?: LastCheck): ToolAnswer {
  const file = withoutUndefined({
    path,
    mediaType: MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    sizeBytes: bytes.length,
    sha256: sha256(bytes),
    warnings: [...warnings],
    check,
  });
  const told = check === undefined ? [] : checkedWords(check);
  return { data: file, words: [ANSWERS.wrote(path, bytes.length), ...told, ...warnings].join(' '), file };
}
