/**
 * Tells headings from clauses. An outline level alone makes no heading. Contracts give whole clauses the style of a
 * heading, because it numbers them (ECMA-376 part 1, 17.3.1.20). A heading also looks like one.
 */
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { readMarks, type RunPlace } from './marks.ts';
import { MARKS } from '../../../../shared/document/model.ts';
import type { StyleTable } from '../parts/styles.ts';

/** Maximum length of a heading, in UTF-16 units. Of 10,500 paragraphs with an outline level, titles stay below it. */
const LENGTH_MAX = 150;
/** A text of up to this many words may end like a sentence ("Term.") or start in lower case ("annex"). */
const FEW_WORDS = 5;
/** Minimum number of words of body text behind a run-in heading. */
const BODY_WORDS = 3;

/** Ends of sentences and of items in an enumeration. */
const SENTENCE_END = /(?:[.;:,。；：，]|[;,]\s*(?:and|or))["”’)\]]*\s*$/iu;
/** The first word behind an enumerator ("(ii)", "a."), if it has lower-case letters only. */
const LOWER_CASE_START = /^\s*(?:[([]?[\p{L}\p{N}.]{1,5}[)\].]\s+)?[^\p{L}\s]*\p{Ll}+\s/u;
/** Words that have a capital in the titles of most languages that use capitals there. */
const LONG_WORD = /\p{L}{4,}/gu;
/** Marks between a run-in heading and its text. */
const RUN_IN_END = /[.:;–—-]\s*$/u;
const RUN_IN_START = /^\s*[.:;–—-]/u;

const EMPHASIS = ['strong', 'em', 'u'].reduce(
  (bits, name) => bits | (1 << (MARKS as readonly string[]).indexOf(name)),
  0,
);

/** A stretch of text, and whether it is bold, italic or underlined. */
interface Stretch {
  readonly text: string;
  readonly isEmphasised: boolean;
}

/**
 * Whether a paragraph with an outline level looks like a heading. It is short, is no sentence or item of an
 * enumeration, and has no body text behind it.
 *
 *     "Term and Termination"  →  heading      "“Fee” means the price of the Services."  →  paragraph
 *     "**Term.** This Agreement lasts one year."  →  paragraph, whose bold start stays
 */
export function looksLikeHeading(
  paragraph: XmlElement,
  place: Omit<RunPlace, 'inHeading' | 'inLink'>,
  styles: StyleTable,
): boolean {
  const stretches = stretchesOf(paragraph, { ...place, inHeading: false, inLink: false }, styles);
  const text = stretches.map((stretch) => stretch.text).join('');
  if (text.length > LENGTH_MAX) return false;
  const isSentence = LOWER_CASE_START.test(text) || (SENTENCE_END.test(text) && !isTitleCase(text));
  if (isSentence && countWords(text) > FEW_WORDS) return false;
  return !isRunIn(stretches);
}

/** Whether an emphasised start ends like a sentence and plain text follows it in the same paragraph. */
function isRunIn(stretches: readonly Stretch[]): boolean {
  const firstPlain = stretches.findIndex(({ text, isEmphasised }) => !isEmphasised && text.trim() !== '');
  if (firstPlain <= 0) return false;
  const start = joined(stretches.slice(0, firstPlain));
  const body = joined(stretches.slice(firstPlain));
  return (RUN_IN_END.test(start) || RUN_IN_START.test(body)) && countWords(body) >= BODY_WORDS;
}

function joined(stretches: readonly Stretch[]): string {
  return stretches.map(({ text }) => text).join('');
}

/** Whether every long word starts with a capital: "Sale and Issuance of Preferred Stock." */
function isTitleCase(text: string): boolean {
  const words = text.match(LONG_WORD) ?? [];
  return words.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
}

function countWords(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** The runs of a paragraph with their text, without text boxes. */
function stretchesOf(node: XmlElement, place: RunPlace, styles: StyleTable): Stretch[] {
  return chosenChildren(node).flatMap((child): Stretch[] => {
    if (child.name === 'w:txbxContent') return [];
    if (child.name !== 'w:r') return stretchesOf(child, place, styles);
    const text = chosenChildren(child)
      .map((part) => (part.name === 'w:t' ? innerText(part) : part.name === 'w:tab' || part.name === 'w:br' ? ' ' : ''))
      .join('');
    if (text === '') return [];
    return [{ text, isEmphasised: (readMarks(childOf(child, 'w:rPr'), place, styles) & EMPHASIS) !== 0 }];
  });
}
