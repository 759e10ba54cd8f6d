/**
 * Fields (ECMA-376 part 1, 17.16) have an instruction and a visible result. The reader takes the results. It uses
 * instructions only for links and for the few fields without a result.
 */
import { instructionWords } from '../../../ooxml/instruction-words.ts';
import { clean } from '../looks/declarations.ts';
import { symbolText } from '../../symbol-fonts.ts';

/** An open field. */
interface OpenField {
  instruction: string;
  inResult: boolean;
  href: string | null;
  /** The kind of entries in the result; null for a field of another kind. */
  entries: 'contents' | 'index' | null;
}

/** What a field without a result shows. */
export interface ShownField {
  /** Null: what a word processor computes from the instruction. */
  readonly text: string | null;
  /** One spelling of equal instructions. */
  readonly instruction: string;
}

const NOTHING: ShownField = { text: '', instruction: '' };

/** Fields whose result depends on the page that shows them (17.16.5.39 and others). */
const PAGE_NUMBERS = /^(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES)$/;
/** Replaces a number that every page shows differently. */
export const PAGE_NUMBER_SIGN = '#';

/** Whether the result of a field is a number that every page shows differently. */
export function isPageNumber(instruction: string): boolean {
  return PAGE_NUMBERS.test(instructionWords(instruction)[0]?.toUpperCase() ?? '');
}

/** The kind of list of entries with page numbers that a field makes (17.16.5.68 TOC, TOA, 17.16.5.29 INDEX). */
const ENTRY_LISTS: Readonly<Record<string, 'contents' | 'index'>> = { TOC: 'contents', TOA: 'index', INDEX: 'index' };

/** The open complex fields of a story. A field may start in one paragraph and end in another. */
export class OpenFields {
  readonly #open: OpenField[] = [];
  /** Number of open fields that are still in their instruction. */
  #hidden = 0;
  /** Links of the open fields in their result, the innermost last. */
  readonly #links: string[] = [];
  readonly #isSign: (instruction: string) => boolean;

  /** `isSign`: whether a sign replaces the result of a field. */
  constructor(isSign: (instruction: string) => boolean) {
    this.#isSign = isSign;
  }

  /** The kind of entries around the current place; null for none. */
  get entries(): 'contents' | 'index' | null {
    return this.#open.find(({ entries }) => entries !== null)?.entries ?? null;
  }

  /** Whether the innermost field is in the result of a page reference (17.16.5.45). */
  get inPageReference(): boolean {
    const field = this.#open.at(-1);
    return field?.inResult === true && /^\s*PAGEREF\s/i.test(field.instruction);
  }

  /** Number of open fields. */
  get depth(): number {
    return this.#open.length;
  }

  /** Whether a word processor computes the result of the innermost field, as a whole and in one place. */
  get isComputed(): boolean {
    const field = this.#open.at(-1);
    return field?.inResult === true && this.entries === null && isComputed(field.instruction);
  }

  /** What the innermost computed field declares about its result; empty for none. */
  get look(): string {
    if (this.entries !== null) return '';
    const field = this.#open.findLast(({ inResult, instruction }) => inResult && isComputed(instruction));
    return field === undefined ? '' : lookOfField(field.instruction);
  }

  /** Whether the current place is part of an instruction. */
  get inInstruction(): boolean {
    return this.#hidden > 0;
  }

  /** The link of the innermost link field around the current place. */
  get href(): string | null {
    return this.#links.at(-1) ?? null;
  }

  begin(): void {
    this.#open.push({ instruction: '', inResult: false, href: null, entries: null });
    this.#hidden += 1;
  }

  instruction(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined && !field.inResult) field.instruction += text;
  }

  separate(): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.inResult) return;
    if (this.#isSign(field.instruction)) return;
    field.inResult = true;
    field.entries = ENTRY_LISTS[instructionWords(field.instruction)[0]?.toUpperCase() ?? ''] ?? null;
    field.href = hrefOfField(field.instruction);
    if (field.href !== null) this.#links.push(field.href);
    this.#hidden -= 1;
  }

  /** Ends the innermost field. Returns what a field without a result shows. */
  end(): ShownField {
    const field = this.#open.pop();
    if (field !== undefined && field.href !== null) this.#links.pop();
    if (field === undefined || field.inResult) return NOTHING;
    this.#hidden -= 1;
    if (this.#hidden > 0) return NOTHING;
    if (this.#isSign(field.instruction)) return { text: PAGE_NUMBER_SIGN, instruction: field.instruction };
    return shownWithoutResult(field.instruction);
  }
}

/** Fields whose result a person writes, or that only lead somewhere. */
const WRITTEN = /^(?:HYPERLINK|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|MACROBUTTON|GOTOBUTTON|QUOTE|ADDIN)$/;

/** Whether a word processor computes the result of a field. */
export function isComputed(instruction: string): boolean {
  return !WRITTEN.test(instructionWords(instruction)[0]?.toUpperCase() ?? 'QUOTE');
}

/** Switches of a field that change nothing on a page: a link to the place, and kept formatting. */
const UNSEEN_SWITCH = /\s\\(?:h(?![a-z])|\*\s*(?:MERGE|CHAR)FORMAT\b)/gi;
/** Names that a word processor gives. They change when it makes a reference anew. */
const GENERATED_NAME = /\b_\w+/g;

/** What a field declares about its result: the code that computes it. */
export function lookOfField(instruction: string): string {
  const code = instructionWords(instruction.replaceAll(UNSEEN_SWITCH, ' ')).join(' ');
  return `field: ${clean(code.replaceAll(GENERATED_NAME, '_'))}`;
}

/** The target of a HYPERLINK field (17.16.5.25); null for other fields. */
export function hrefOfField(instruction: string): string | null {
  const words = instructionWords(instruction);
  if (words[0]?.toUpperCase() !== 'HYPERLINK') return null;
  let address = '';
  let anchor = '';
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '\\l') anchor = words[(at += 1)] ?? '';
    else if (/^\\[ot]$/i.test(word)) at += 1;
    else if (!/^\\[a-z]$/i.test(word) && address === '') address = word;
  }
  return linkAddress(address, anchor);
}

/**
 * An address with a fragment. A place of the document itself that starts with "_" is generated and changes with every
 * save. So it is no link to a reader.
 */
export function linkAddress(address: string, anchor: string): string | null {
  const isGenerated = address === '' && anchor.startsWith('_');
  const place = anchor === '' || isGenerated ? '' : `#${anchor}`;
  return address + place === '' ? null : address + place;
}

/**
 * Fields (17.16.5) that show nothing: index and contents marks, settings, and form fields, which are read by their
 * form.
 */
const SHOWS_NOTHING =
  /^(?:XE|TC|TA|RD|SET|ASK|NEXT|NEXTIF|SKIPIF|ADVANCE|PRIVATE|PRINT|HYPERLINK|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|ADDIN|BIBLIOGRAPHY|TOC|TOA|INDEX)?$/;

/** A switch that keeps the formatting of the result (17.16.4.3). It shows nothing by itself. */
const KEEPS_FORMATTING = /\s*\\\*\s*MERGEFORMAT\b/gi;

/** What a field without a stored result shows. A date or an equation (EQ) is computed. */
export function shownWithoutResult(instruction: string): ShownField {
  const [name = '', ...others] = instruction.replaceAll(KEEPS_FORMATTING, ' ').trim().split(/\s+/u);
  return { text: textWithoutResult(instruction), instruction: [name.toUpperCase(), ...others].join(' ') };
}

/** The visible text of a field without a stored result. Null if the text is computed. */
function textWithoutResult(instruction: string): string | null {
  const words = instructionWords(instruction);
  switch (words[0]?.toUpperCase()) {
    case 'SYMBOL': {
      const code = words[1] ?? '';
      const fontAt = words.indexOf('\\f');
      const number = /^0x[0-9a-f]+$/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code);
      if (!Number.isInteger(number) || number <= 0) return '';
      return symbolText(fontAt < 0 ? '' : (words[fontAt + 1] ?? ''), number.toString(16));
    }
    case 'QUOTE':
      return words[1] ?? '';
    // The text to click on follows the name of a macro or a place.
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return /^\s*\S+\s+\S+\s+(.*?)\s*$/s.exec(instruction)?.[1] ?? '';
    default:
      return SHOWS_NOTHING.test(words[0]?.toUpperCase() ?? '') ? '' : null;
  }
}
