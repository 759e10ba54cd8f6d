import type { Side } from '../../shared/document/model.ts';
import type { ComparisonFormat, ConvertedFormat } from '../../shared/formats.ts';
import { dayFormat, momentFormat } from '../../shared/in-words.ts';
import type { Layout } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { words as texts } from './english/words.ts';

const moment = /* @__PURE__ */ momentFormat();
const day = /* @__PURE__ */ dayFormat();

/** A moment in the time of the reader: "28 Nov 2026, 14:50". */
export function momentWords(at: Date | number): string {
  return moment.format(at);
}

/** A day in the time of the reader: "28 Nov 2026". */
export function dayWords(at: Date | number): string {
  return day.format(at);
}

/** The name of a side. */
export function sideWord(side: Side): string {
  return texts[`side.${side}`];
}

/** The name of a format. */
export function formatWord(format: ComparisonFormat | ConvertedFormat): string {
  return texts[`format.${format}`];
}

/** The name of a layout of the comparison. */
export function layoutWord(layout: Layout): string {
  return texts[`layout.${layout}`];
}

/** A decision as a word of its own. */
export function verdictWord(verdict: ChangeAction): string {
  return texts[`verdict.${verdict}`];
}

/** A decision within a sentence; null: there is none. */
export function stateWord(verdict: ChangeAction | null | undefined): string {
  return verdict === null || verdict === undefined ? texts.undecided : verdictWord(verdict).toLowerCase();
}
