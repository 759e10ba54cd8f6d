import { PAGE_DEFAULT_LIMIT } from '../../shared/limits.ts';
import { compareText, type TextComparison } from './compare-text.ts';
import type { TextProgress, TextResult, TextTask } from './ports.ts';
import { packText } from './pack-text.ts';
import { Preview } from './preview.ts';
import { assemblePage } from './structure/assemble-page.ts';
import { cutStructure } from './structure/cut-structure.ts';

/** Makes a comparison and writes it as the bytes that its answer and its storage need. See `TextComparer`. */
export function finishedComparison(task: TextTask, progress?: TextProgress): TextResult {
  if (progress === undefined) return finishedResult(compareText(task), task);
  const preview = new Preview((html) => progress.block(ownBytes(JSON.stringify(html))));
  const comparison = compareText(task, {
    piece: (html) => preview.add(html),
    text: (html, facts) => {
      preview.flush();
      progress.text(ownBytes(JSON.stringify(html)), facts);
    },
  });
  return finishedResult(comparison, task);
}

/** Writes a comparison as the bytes that its answer and its storage need. Each array owns its whole memory. */
export function finishedResult(comparison: TextComparison, task: TextTask): TextResult {
  const { format, engine, fallback, requestedMode, effectiveMode, units } = comparison;
  const { comparisonId } = task;
  const html = JSON.stringify(comparison.html);
  return {
    facts: { format, engine, fallback, requestedMode, effectiveMode, units },
    html: task.wantsHtml ? ownBytes(html) : null,
    structure: comparisonId === null ? null : structureOf(comparison, comparisonId),
    texts:
      comparisonId === null
        ? null
        : { html: packText(html), original: packText(task.original), revised: packText(task.revised) },
  };
}

function structureOf(comparison: TextComparison, comparisonId: string): TextResult['structure'] {
  const { head, chunks, firstChunk } = cutStructure((offset, limit) => comparison.page(offset, limit), comparisonId);
  const firstPage = ownBytes(assemblePage(head, firstChunk === undefined ? [] : [firstChunk], 0, PAGE_DEFAULT_LIMIT));
  return { head, chunks, firstPage };
}

function ownBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
