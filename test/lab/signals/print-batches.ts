/** Writes the sample as plain text for a person: before and after with a little context, and never what a rule found. */
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { sideTexts } from '../../../shared/signals/side-texts.ts';
import type { DrawnChange } from './draw-sample.ts';
import type { Passage } from './text-changes.ts';

/** Unchanged text around a change, in UTF-16 units. */
const AROUND = 110;
/** Names with a capital inside the changed text that are looked up in the whole documents. */
const NAME = /\p{Lu}[\p{L}\p{Nd}&’'-]+(?:\s\p{Lu}[\p{L}\p{Nd}&’'-]+)*/gu;

/** What a labeller needs of a whole comparison: how often each document has a name, and how often in quotation marks. */
export interface Concordance {
  readonly count: (name: string) => string;
}

export function concordanceOf(blocks: readonly Block[]): Concordance {
  const texts = sideTexts(blocks);
  const whole = (side: Side): string => texts.map((text) => text[side] ?? '').join('\n');
  const sides = { original: whole('original'), revised: whole('revised') };
  return {
    count: (name) =>
      BOTH_SIDES.map((side) => {
        const parts = sides[side].split(name);
        const quoted = parts.filter(
          (part, at) => at > 0 && /["“„«]\s?$/u.test(parts[at - 1]!) && /^["”“»]/u.test(part),
        );
        return `${parts.length - 1}(${quoted.length})`;
      }).join('→'),
  };
}

/** One change as text. Brackets mark what the change removes or adds. */
export function printChange(number: number, change: DrawnChange, concordance: Concordance): string {
  const lines = change.passages.flatMap((passage) => [
    ...(passage.original === null ? [] : [`- ${marked(passage, 'original')}`]),
    ...(passage.revised === null ? [] : [`+ ${marked(passage, 'revised')}`]),
  ]);
  const counted = [...namesOf(change)].map((name) => `${name} ${concordance.count(name)}`);
  return [`#${number}`, ...lines, ...(counted.length === 0 ? [] : [`  ~ ${counted.join('; ')}`])].join('\n');
}

function marked(passage: Passage, side: Side): string {
  const text = passage[side]!;
  const spans = passage.spans[side];
  if (spans.length === 0) return text.slice(0, AROUND);
  const [start, end] = [Math.max(0, spans[0]!.start - AROUND), Math.min(text.length, spans.at(-1)!.end + AROUND)];
  let at = start;
  let line = start > 0 ? '…' : '';
  for (const span of spans) {
    line += `${text.slice(at, span.start)}⟦${text.slice(span.start, span.end)}⟧`;
    at = span.end;
  }
  return `${line}${text.slice(at, end)}${end < text.length ? '…' : ''}`.replace(/\s+/gu, ' ');
}

/** The names that a change touches, the whole name where it touches a part. */
function namesOf({ passages }: DrawnChange): Set<string> {
  const names = new Set<string>();
  for (const passage of passages)
    for (const side of BOTH_SIDES)
      for (const { 0: name, index } of (passage[side] ?? '').matchAll(NAME))
        if (passage.spans[side].some(({ start, end }) => start < index + name.length && end > index)) names.add(name);
  return names;
}
