/** What `compare` prints of one comparison. */
import type { Change, DeclaredBy } from '../../../shared/change/change.ts';
import { describeUndisclosed } from '../../../shared/change/describe-undisclosed.ts';
import { describeCountsOf, describeDifferences, describeSameness } from '../../../shared/change/describe-uncompared.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import { unitCountsOf, unitTotalOf } from '../../../shared/change/unit-counts.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { COUNTED_UNITS, describeCounts } from '../../pipeline/words/describe-counts.ts';
import { convertedSourcesWarnings } from '../../pipeline/inputs/converted-file.ts';
import type { Redline } from '../../pipeline/track-changes.ts';
import { table } from '../input/data-directory-options.ts';
import { hiddenIds } from '../input/view-filters.ts';
import { jsonText } from '../output/json-text.ts';
import { detailLines } from '../output/print-details.ts';
import { printable, printableLine } from '../../printable.ts';
import { printRedline } from '../output/print-redline.ts';
import { redlineStyle, type RedlineStyle } from '../output/redline-style.ts';
import {
  briefLine,
  contentsNote,
  hiddenNote,
  NOT_COMPARED_DIFFERENT,
  notComparedEqual,
  STAT,
} from '../strings/compare.ts';
import { wantsColour, type Terminal } from '../terminal.ts';
import type { ComparisonView } from './compare-options.ts';
import type { Finished } from './compare-pair.ts';

/** What was made of a comparison besides its answer, as far as the command line asked for it. */
export interface AlsoMade {
  /** The tracked-revision file, if one was written. */
  readonly tracked: Redline | undefined;
  /** What the revised file changed without tracking it, if it tracks changes. */
  readonly undisclosed: UndisclosedEdits | undefined;
}

export const NOTHING_MORE: AlsoMade = { tracked: undefined, undisclosed: undefined };

/** What goes to standard output, in the form that the view asks for. */
export function report(
  finished: Finished,
  view: ComparisonView,
  made: AlsoMade,
  terminal: Pick<Terminal, 'env' | 'stdout'>,
): string {
  const hidden = hiddenIds(finished.changes, view.ignores);
  if (view.shows === 'json') return `${jsonText(answerOf(finished, made, view, hidden))}\n`;
  const hiddenTotal = unitTotalOf(hidden, finished.tied);
  const notes = hidden.length === 0 ? [] : [hiddenNote(hiddenTotal, view.ignores)];
  if (view.shows === 'brief')
    return `${printableLine([briefLine(finished.names, briefAnswer(finished)), ...notes].join(' '))}\n`;
  if (view.shows === 'stat') return stat(finished, hiddenTotal);
  const style = redlineStyle(wantsColour(terminal, view.color));
  const { comparison, summary } = finished;
  const shown = scanFragment(comparison.html);
  const unprinted = new Set(hidden);
  let contents = 0;
  const declared = new Map<string, DeclaredBy>();
  for (const { id, group, declaredBy } of finished.changes()) {
    if (group === 'table_of_contents') {
      contents += 1;
      if (!view.contents) unprinted.add(id);
    }
    if (declaredBy !== undefined) declared.set(id, declaredBy);
  }
  // A change that is not printed is shown as the revised document has it.
  const blocks = unprinted.size === 0 ? shown : resolveBlocks(shown, { accept: [...unprinted] });
  const redline =
    summary.changeCount === unprinted.size ? '' : `${printRedline(blocks, style, view.context, declared)}\n`;
  const note = comparison.fallback ? ` (compared as text: ${comparison.fallbackReason ?? ''})` : '';
  const grouped = contents === 0 ? [] : [contentsNote(contents, view.contents)];
  const lines = [
    answer(finished) + note,
    ...grouped,
    ...notes,
    ...(finished.settings.details.length === 0 ? [] : detailLines(finished.page(), finished.settings.rules ?? [])),
    ...uncomparedLines(finished),
  ];
  const untracked = made.undisclosed === undefined ? '' : `${untrackedLine(made.undisclosed, style)}\n\n`;
  return `${untracked}${redline}${lines.map((line) => style.aside(printable(line))).join('\n')}\n`;
}

/** It is the first line, because edits without a mark are what nobody expects in a returned file. */
function untrackedLine(edits: UndisclosedEdits, style: RedlineStyle): string {
  const sentence = printableLine(describeUndisclosed(edits));
  return edits.differs ? style.warning(sentence) : style.aside(sentence);
}

function answer({ sameness, summary }: Finished): string {
  return describeSameness(sameness) ?? describeCounts(summary);
}

function briefAnswer(finished: Finished): string {
  const { uncompared } = finished.comparison;
  const alsoDiffers = finished.sameness === 'different' && uncompared?.differs === true;
  const sentence = finished.sameness === 'different' ? `${answer(finished)}.` : answer(finished);
  return alsoDiffers ? `${sentence} ${NOT_COMPARED_DIFFERENT} ${describeCountsOf(differing(uncompared))}.` : sentence;
}

function differing(uncompared: NonNullable<Finished['comparison']['uncompared']>): typeof uncompared {
  return { ...uncompared, items: uncompared.items.filter(({ differs }) => differs) };
}

function uncomparedLines({ comparison: { uncompared } }: Finished): string[] {
  if (!uncompared) return [];
  if (!uncompared.differs) return [notComparedEqual(describeCountsOf(uncompared))];
  return [NOT_COMPARED_DIFFERENT, ...describeDifferences(uncompared).map((sentence) => `  ${sentence}`)];
}

function stat(finished: Finished, hidden: number): string {
  const { summary, names, changes } = finished;
  const words = countWords(changes());
  const counts = unitCountsOf(summary);
  const rows: [string, number][] = [
    ...COUNTED_UNITS.filter(([kind]) => counts[kind] > 0).map(([kind, , many]): [string, number] => [
      many,
      counts[kind],
    ]),
    [STAT.total, counts.total],
    [STAT.wordsAdded, words.added],
    [STAT.wordsRemoved, words.removed],
    ...(hidden === 0 ? [] : [[STAT.hidden, hidden] as [string, number]]),
  ];
  const width = Math.max(...rows.map(([, count]) => String(count).length));
  const lines = rows.map(([name, count]) => [`  ${name}`, String(count).padStart(width)]);
  const told = summary.changeCount === 0 ? [answer(finished)] : [];
  const rest = [...told, ...uncomparedLines(finished)].map((line) => `${printable(line)}\n`).join('');
  return `${printableLine(`${names[0]} → ${names[1]}`)}\n${table(lines)}${rest}`;
}

/** Words of the texts that were added and removed. Format and link changes keep their words. */
export function countWords(changes: Iterable<Change>): { readonly added: number; readonly removed: number } {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const count = (text: string): number => {
    // Letters and digits between spaces need no rule of Unicode.
    if (/^[A-Za-z0-9 ]*$/.test(text)) return text.match(/[^ ]+/g)?.length ?? 0;
    let words = 0;
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) words += 1;
    return words;
  };
  let [added, removed] = [0, 0];
  for (const change of changes) {
    if (change.type === 'format' || change.type === 'link') continue;
    if ('after' in change) added += count(change.after.text);
    if ('before' in change) removed += count(change.before.text);
  }
  return { added, removed };
}

/**
 * The answer of the service to the same comparison, without what depends on a server. It has all changes, and the ids
 * of hidden ones. If a tracked-revision file was written, it has its content. Of a returned DOCX it has what is not tracked.
 */
function answerOf(
  { comparison, page, sameness, fileSha256: digests, warnings, convertedFrom }: Finished,
  { tracked, undisclosed }: AlsoMade,
  { ignores }: ComparisonView,
  hidden: readonly string[],
): object {
  return withoutUndefined({
    schemaVersion: 'diffsvc.comparison.v1',
    html: comparison.html,
    json: page(),
    requestedMode: comparison.requestedMode,
    effectiveMode: comparison.effectiveMode,
    format: comparison.format,
    originalFormat: comparison.originalFormat,
    revisedFormat: comparison.revisedFormat,
    engine: comparison.engine,
    fallback: comparison.fallback,
    complexity: comparison.complexity,
    fallbackReason: comparison.fallbackReason,
    units: comparison.units,
    sameness,
    uncompared: comparison.uncompared,
    ignored: ignores.size > 0 ? { kinds: [...ignores], changeIds: hidden } : undefined,
    digests: { ...comparison.digests(), fileSha256: digests },
    undisclosed,
    warnings: warnings.length > 0 ? warnings : undefined,
    revisions: tracked?.counts,
    degradedBlocks: tracked?.degradedBlocks,
    revisionWarnings: tracked
      ? [
          ...convertedSourcesWarnings(convertedFrom).map((message) => ({ code: 'converted_file', message })),
          ...tracked.warnings,
        ]
      : undefined,
  });
}
