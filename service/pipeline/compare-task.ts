import { samenessOf } from '../../shared/change/uncompared.ts';
import type { Side, Warning } from '../../shared/document/model.ts';
import { sha256 } from '../sha256.ts';
import { PAGE_DEFAULT_LIMIT } from '../../shared/change/page.ts';
import { compareReadPair } from './compare/compare-read-pair.ts';
import type { ComparisonWatcher, FinishedComparison } from './compare/compare-readings.ts';
import { compareText } from './compare/compare-text.ts';
import { unpackPair } from './inputs/packed-document.ts';
import { convertedSides } from './inputs/converted-file.ts';
import type { ComparisonFacts, ComparisonTask, ComparisonProgress, ComparisonResult } from './inputs/tasks.ts';
import { packText } from './structure/pack-text.ts';
import { Preview } from './compare/preview.ts';
import { assemblePage } from './structure/assemble-page.ts';
import { splitStructure } from './structure/split-structure.ts';

/** Compares and writes the result as bytes for the answer and the store. See `Comparer`. */
export function compareTask(task: ComparisonTask, progress?: ComparisonProgress): ComparisonResult {
  if (progress === undefined) return comparedResult(task);
  const preview = new Preview((html) => progress.block(ownBytes(JSON.stringify(html))));
  return comparedResult(task, {
    piece: (html) => preview.add(html),
    text: (html, facts) => {
      preview.flush();
      progress.text(ownBytes(JSON.stringify(html)), facts);
    },
  });
}

/** Each array of the result owns its whole memory. */
function comparedResult(task: ComparisonTask, watcher?: ComparisonWatcher): ComparisonResult {
  const started = performance.now();
  const { comparison, units, isSameFile, fileSha256, convertedFrom, warnings } = compared(task, watcher);
  const diffMs = Math.round(performance.now() - started);
  const { format, originalFormat, revisedFormat, engine, fallback, requestedMode, effectiveMode, summary } = comparison;
  const { uncompared } = comparison;
  const { complexity, fallbackReason } = comparison;
  const { comparisonId } = task;
  const html = ownBytes(JSON.stringify(comparison.html));
  const source = (name: Side): Uint8Array => ('pair' in task ? noBytes() : packText(task[name]));
  return {
    facts: {
      format,
      ...(originalFormat && revisedFormat && { originalFormat, revisedFormat }),
      ...(convertedFrom && { convertedFrom }),
      engine,
      fallback,
      complexity,
      requestedMode,
      effectiveMode,
      units,
      ...(fallbackReason !== undefined && { fallbackReason }),
      sameness: samenessOf(summary.changeCount, uncompared, isSameFile),
      ...(uncompared && { uncompared }),
      ...(comparisonId !== null && {
        digests: { ...comparison.digests(), fileSha256: fileSha256() },
        decidedTogether: comparison.decidedTogether,
      }),
    },
    html: task.wantsHtml ? html : null,
    structure: comparisonId === null ? null : structureOf(comparison, comparisonId),
    texts:
      comparisonId === null ? null : { html: packText(html), original: source('original'), revised: source('revised') },
    diffMs,
    degraded: comparison.degraded,
    warnings,
  };
}

/** A finished comparison with the facts about its inputs. */
interface Compared {
  readonly comparison: FinishedComparison;
  readonly units: number;
  readonly isSameFile: boolean;
  readonly fileSha256: () => { original: string; revised: string };
  readonly convertedFrom?: ComparisonFacts['convertedFrom'];
  readonly warnings: readonly Warning[];
}

/** Documents are metered by the bytes of their files, which are not available here. */
function compared(task: ComparisonTask, watcher: ComparisonWatcher | undefined): Compared {
  if ('pair' in task) {
    const { original, revised } = task.pair;
    const comparison = compareReadPair(unpackPair(task.pair), task, watcher);
    return {
      comparison,
      warnings: comparison.warnings,
      units: 0,
      isSameFile: original.fileSha256 === revised.fileSha256,
      fileSha256: () => ({ original: original.fileSha256, revised: revised.fileSha256 }),
      convertedFrom: convertedSides({ original: original.convertedFrom, revised: revised.convertedFrom }),
    };
  }
  const comparison = compareText(task, watcher);
  return {
    comparison,
    units: comparison.units,
    isSameFile: task.original === task.revised,
    fileSha256: () => ({ original: sha256(task.original), revised: sha256(task.revised) }),
    warnings: [],
  };
}

function structureOf(comparison: FinishedComparison, comparisonId: string): ComparisonResult['structure'] {
  const { head, chunks, firstChunk } = splitStructure(comparison.parts, comparisonId);
  const firstPage = ownBytes(assemblePage(head, firstChunk === undefined ? [] : [firstChunk], 0, PAGE_DEFAULT_LIMIT));
  return { head, chunks, firstPage };
}

/** Empty, because the worker has only what was read. The caller adds the files. */
function noBytes(): Uint8Array {
  return new Uint8Array(0);
}

function ownBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
