/** The worker thread: compares two texts and returns finished bytes, which are transferred, not copied. */
import { Piscina } from 'piscina';
import { compareText } from '../comparison/compare-text.ts';
import { finishedResult } from '../comparison/finished-result.ts';
import type { TextTask } from '../comparison/ports.ts';
import { answerOf, type WorkerAnswer } from './worker-answer.ts';

/** One task of the pool. */
export default function compare(task: TextTask): WorkerAnswer {
  const answer = answerOf(() => finishedResult(compareText(task), task));
  if (answer.outcome === 'refused') return answer;
  const { html, structure } = answer.result;
  const parts = [html, structure?.firstPage, ...(structure?.chunks ?? [])].filter((part) => part != null);
  return moved(answer, parts);
}

/** The value, with the memory of `parts` handed over to the main thread. */
function moved(answer: WorkerAnswer, parts: readonly Uint8Array[]): WorkerAnswer {
  const movable = {
    [Piscina.transferableSymbol]: parts.map((part) => part.buffer),
    [Piscina.valueSymbol]: answer,
  };
  // The pool unwraps this on its way out: what arrives is the answer.
  return Piscina.move(movable as never) as unknown as WorkerAnswer;
}
