/** The worker thread. It compares two inputs and returns finished bytes, which are transferred instead of copied. */
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { compareTask } from '../pipeline/compare-task.ts';
import type { ComparisonProgress } from '../pipeline/tasks.ts';
import { answerOf, type ProgressMessage, type WorkerAnswer, type WorkerOrder } from '../workers/worker-answer.ts';

/** One task of the pool. */
export default function compare({ task, progress }: WorkerOrder): WorkerAnswer {
  const answer = answerOf(() => compareTask(task, progress && reporter(progress)));
  if (progress !== undefined) {
    progress.postMessage({ part: 'end' } satisfies ProgressMessage);
    progress.close();
  }
  if (answer.outcome === 'refused') return answer;
  const { html, structure, texts } = answer.result;
  const kept = texts === null ? [] : [texts.html, texts.original, texts.revised];
  const parts = [html, structure?.firstPage, ...(structure?.chunks ?? []), ...kept].filter((part) => part != null);
  return moved(answer, parts);
}

/** Sends results to the main thread together with their memory. */
function reporter(port: MessagePort): ComparisonProgress {
  const send = (message: Extract<ProgressMessage, { html: Uint8Array }>): void =>
    port.postMessage(message, [message.html.buffer as ArrayBuffer]);
  return {
    block: (html) => send({ part: 'block', html }),
    text: (html, facts) => send({ part: 'text', html, facts }),
  };
}

/** The value, with the memory of `parts` transferred to the main thread. */
function moved(answer: WorkerAnswer, parts: readonly Uint8Array[]): WorkerAnswer {
  const movable = {
    [Piscina.transferableSymbol]: parts.map((part) => part.buffer),
    [Piscina.valueSymbol]: answer,
  };
  // The pool unwraps this, so that the answer arrives.
  return Piscina.move(movable as never) as unknown as WorkerAnswer;
}
