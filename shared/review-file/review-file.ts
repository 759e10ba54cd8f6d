/** The portable review file: one HTML page with a comparison, the review program, and the decisions. */
import type { ComparisonDigests } from '../api/digests.ts';
import { readOutcome, type Outcome } from '../change/uncompared.ts';
import { recordFromJson, recordToJson, type ReviewRecord } from './review-record.ts';
import { escapeText } from '../escape-html.ts';

/** The facts about a comparison beside the fragment. */
export interface ReviewFileFacts {
  readonly title: string;
  /** `html`, `markdown`, `txt`, `json`, `docx` or `pdf`. */
  readonly format: string;
  /** Whether the documents were compared as text without structure. */
  readonly fallback: boolean;
  /** Why, as one sentence. Absent without a fallback, and in files of earlier versions. */
  readonly fallbackReason?: string;
  /** SHA-256 of the fragment. A file with another fragment is damaged. */
  readonly fragmentSha256: string;
  /** Digests of both documents as they were read; null if unknown. */
  readonly digests: ComparisonDigests | null;
  /** Whether both documents are the same, and what was left out. Files of earlier versions lack it. */
  readonly outcome?: Outcome;
}

/** The variable content of a review file. */
export interface ReviewFile {
  readonly facts: ReviewFileFacts;
  /** The fragment as the service made it. */
  readonly fragment: string;
  readonly record: ReviewRecord;
}

/** The fixed content of every review file of one version of the program. */
export interface ReviewProgram {
  /** Content-Security-Policy that permits exactly this script and this style. */
  readonly policy: string;
  readonly script: string;
  readonly style: string;
}

/** The reason why a text cannot be read as a review file. */
export type ReviewFileFault = 'no-review-file' | 'newer' | 'damaged';

/** Thrown for a text that is no review file or cannot be read. */
export class ReviewFileError extends Error {
  readonly fault: ReviewFileFault;

  constructor(fault: ReviewFileFault, message: string) {
    super(message);
    this.name = 'ReviewFileError';
    this.fault = fault;
  }
}

const SCHEMA = 'diffsvc.review.v1';
/** Id of the element with the fragment. Without script the browser shows it. With script it stays text. */
export const FRAGMENT_ID = 'diffsvc-fragment';
/** Id of the element whose text is the JSON of facts and record. */
export const FACTS_ID = 'diffsvc-review';
/** Id of the empty element that the program fills. */
export const PROGRAM_ID = 'diffsvc-program';

const FRAGMENT_START = `<noscript id="${FRAGMENT_ID}">`;
const FRAGMENT_END = '</noscript>';
const FACTS_START = `<script type="application/json" id="${FACTS_ID}">`;
const FACTS_END = '</script>';

/** JSON that cannot end its element: it escapes each `<`, which only occurs inside strings. */
function factsText({ facts, record }: ReviewFile): string {
  const json = JSON.stringify({ schemaVersion: SCHEMA, ...facts, review: recordToJson(record) });
  return json.replaceAll('<', String.raw`\u003c`);
}

/**
 * Writes the whole page. The same input gives the same text, and `readReviewFile` is the exact inverse. The fragment
 * occurs once, in a `noscript` element: a browser with script keeps its text, and one without shows it.
 */
export function writeReviewFile(file: ReviewFile, { policy, script, style }: ReviewProgram): string {
  const title = escapeText(file.facts.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<noscript><h1>${title}</h1></noscript>
<div id="${PROGRAM_ID}"></div>
${FRAGMENT_START}${file.fragment}${FRAGMENT_END}
${FACTS_START}${factsText(file)}${FACTS_END}
<script>${script}</script>
</body>
</html>
`;
}

/** Whether a text looks like a review file, so that `readReviewFile` can judge it. */
export function looksLikeReviewFile(text: string): boolean {
  return text.includes(FACTS_START) && text.includes(FRAGMENT_START);
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = from === -1 ? -1 : text.indexOf(end, from + start.length);
  if (to === -1) {
    throw new ReviewFileError('no-review-file', 'This is no review file: it has no comparison in it.');
  }
  return text.slice(from + start.length, to);
}

/**
 * Reads the text of a review file. Nothing in it is trusted: the caller must scan the fragment and compare its digest
 * with `facts.fragmentSha256`.
 *
 * @throws ReviewFileError
 */
export function readReviewFile(text: string): ReviewFile {
  return reviewFileOf(between(text, FRAGMENT_START, FRAGMENT_END), between(text, FACTS_START, FACTS_END));
}

/**
 * Reads a review file from the texts of its two elements.
 *
 * @throws ReviewFileError
 */
export function reviewFileOf(fragment: string, json: string): ReviewFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw damaged();
  }
  if (typeof value !== 'object' || value === null) throw damaged();
  const { schemaVersion, title, format, fallback, fragmentSha256, digests, review, ...rest } = value as Record<
    string,
    unknown
  >;
  if (schemaVersion !== SCHEMA) {
    throw new ReviewFileError(
      'newer',
      `This review file is of the version ${JSON.stringify(schemaVersion)}; ${SCHEMA} is read here. Open it in a browser, or use the version of diffsvc that made it.`,
    );
  }
  const record = recordFromJson(review);
  if (typeof title !== 'string' || typeof format !== 'string' || typeof fallback !== 'boolean') throw damaged();
  if (typeof fragmentSha256 !== 'string' || !isDigests(digests) || record === null) throw damaged();
  const outcome = rest['outcome'] === undefined ? undefined : readOutcome(rest['outcome']);
  if (outcome === null) throw damaged();
  const { fallbackReason } = rest;
  if (fallbackReason !== undefined && typeof fallbackReason !== 'string') throw damaged();
  const facts = {
    title,
    format,
    fallback,
    fragmentSha256,
    digests,
    ...(fallbackReason !== undefined && { fallbackReason }),
    ...(outcome && { outcome }),
  };
  return { facts, fragment, record };
}

function isDigests(value: unknown): value is ComparisonDigests | null {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { fileSha256 } = value as Record<string, unknown>;
  return isStringPair(value) && (fileSha256 === undefined || isStringPair(fileSha256));
}

/** Whether a value has a string for each side. */
function isStringPair(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { original, revised } = value as Record<string, unknown>;
  return typeof original === 'string' && typeof revised === 'string';
}

function damaged(): ReviewFileError {
  return new ReviewFileError('damaged', 'This review file is damaged. Ask for it again, or use an earlier copy.');
}
