/** The changes of text of one redline, each with a hash that knows it again in another run. */
import { createHash } from 'node:crypto';
import type { Block, Side } from '../../../shared/document/model.ts';
import { sideTexts, type BlockTexts, type Span } from '../../../shared/signals/side-texts.ts';

/** A text block that a change touches, with the places of this change alone. */
export interface Passage extends Pick<BlockTexts, Side> {
  readonly spans: Readonly<Record<Side, readonly Span[]>>;
}

/** One change of text. */
export interface TextChange {
  readonly id: string;
  /** SHA-256 of the texts of its blocks and of the places in them, in hexadecimal digits. */
  readonly sha256: string;
  readonly passages: readonly Passage[];
}

/** The changes of a merged document in their order. Changes of formats, links and space alone are left out. */
export function textChanges(blocks: readonly Block[]): TextChange[] {
  const passages = new Map<string, Passage[]>();
  for (const { original, revised, spans } of sideTexts(blocks))
    for (const id of new Set([...spans.original, ...spans.revised].map(({ changeId }) => changeId))) {
      const own = (side: Side): Span[] => spans[side].filter(({ changeId }) => changeId === id);
      const passage = { original, revised, spans: { original: own('original'), revised: own('revised') } };
      passages.set(id, [...(passages.get(id) ?? []), passage]);
    }
  return [...passages]
    .map(([id, own]) => ({ id, sha256: hashOf(own), passages: own }))
    .filter((change) => spaceless(changedText(change, 'original')) !== spaceless(changedText(change, 'revised')));
}

/** The text that a change removes or adds. */
export function changedText({ passages }: TextChange, side: Side): string {
  return passages
    .map((passage) => passage.spans[side].map(({ start, end }) => passage[side]!.slice(start, end)).join(''))
    .join('\n');
}

function spaceless(text: string): string {
  return text.replace(/\s/gu, '');
}

function hashOf(passages: readonly Passage[]): string {
  const places = (spans: readonly Span[]): number[][] => spans.map(({ start, end }) => [start, end]);
  const facts = passages.map(({ original, revised, spans }) => [
    ...[original, revised],
    ...[places(spans.original), places(spans.revised)],
  ]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
