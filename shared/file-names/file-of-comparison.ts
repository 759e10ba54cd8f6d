/** The names of files that are made of a comparison: "MSA Northwind – draft 1 against draft 2 – redline.pdf". */
import type { ArtifactType } from '../api/jobs.ts';
import { fileFormatOf } from '../formats.ts';
import { endingOf, stemOf, unlikeNames } from './unlike-names.ts';

/** What a file is. */
export type FileKind = ArtifactType | 'changes_csv' | 'changes_json';

/** What a name is made of. */
export interface NamedComparison {
  /** File names; empty: without one. */
  readonly names?: { readonly original: string; readonly revised: string } | undefined;
  /** For comparisons without two names. It may name both files: "old.docx – new.docx". */
  readonly title: string;
}

const KINDS: Readonly<Record<FileKind, string>> = {
  track_changes_docx: 'tracked changes',
  resolved_docx: 'final',
  redline_docx: 'redline',
  redline_pdf: 'redline',
  resolved_html: 'final',
  review_html: 'review',
  report_html: 'report',
  report_pdf: 'report',
  marked_pages_pdf: 'marked pages',
  undisclosed_json: 'unmarked edits',
  negotiation_json: 'negotiation',
  evidence_zip: 'evidence',
  changes_csv: 'changes',
  changes_json: 'changes',
};

/** What a final file is called while changes are undecided. */
const OPEN = 'open changes';

/** Characters that some file system forbids in names, or that could break a header or a path. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"*/:<>?\\|]+/gu;
/** Device names of Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Below the limit of 255 bytes that file systems have. A browser may add a number. */
const MOST_BYTES = 240;
/** Characters of the shared part, and of what each name has of its own. The first ones that fit are taken. */
const LENGTHS = [
  { shared: 60, own: 40 },
  { shared: 40, own: 24 },
  { shared: 14, own: 10 },
] as const;

/**
 * The name of a file. It says once what both names share, then what differs, then what the file is. `isDecided`:
 * whether no change is open; only then is a file called final. The name has no path and no control character, and no
 * system reserves it.
 */
export function nameOfFile(
  comparison: NamedComparison,
  kind: FileKind,
  extension: string,
  { isDecided }: { readonly isDecided: boolean },
): string {
  const isOpen = KINDS[kind] === 'final' && !isDecided;
  const end = ` – ${isOpen ? OPEN : KINDS[kind]}${extension}`;
  const candidates = LENGTHS.map((lengths) => stemWithin(comparison, lengths) + end);
  const name = candidates.find((each) => bytesIn(each) <= MOST_BYTES) ?? candidates.at(-1)!;
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Longest parts, in characters. */
interface Lengths {
  readonly shared: number;
  readonly own: number;
}

function stemWithin({ names, title }: NamedComparison, lengths: Lengths): string {
  const both = bothNames(names) ?? namesInTitle(title);
  if (both === null)
    return cutAtWord(trimmed(withoutEnding(clean(title))), lengths.shared + 2 * lengths.own) || 'Comparison';
  const unlike = unlikeNames(both.original, both.revised);
  const [left, right] = differences(both, unlike).map((part) => cutAtWord(trimmed(part), lengths.own));
  const shared = cutAtWord(trimmed(unlike.shared), lengths.shared);
  // Cutting may leave nothing that tells both apart.
  const own = left === right || left === '' || right === '' ? (left ?? '') : `${left} against ${right}`;
  return [shared, own].filter((part) => part !== '').join(' – ') || 'Comparison';
}

/** Two file names, cleaned. */
interface BothNames {
  readonly original: string;
  readonly revised: string;
}

/** What each name has of its own. Equal names may have unlike endings. */
function differences({ original, revised }: BothNames, unlike: BothNames): readonly string[] {
  const endings = [original, revised].map((name) => endingOf(name).toUpperCase());
  if (unlike.original === '') return endings[0] === endings[1] ? ['', ''] : endings;
  return [withoutBrackets(unlike.original), withoutBrackets(unlike.revised)];
}

/** Null unless both sides have a name. */
function bothNames(names: NamedComparison['names']): BothNames | null {
  if (names === undefined) return null;
  const [original, revised] = [names.original, names.revised].map((name) => clean(name.replaceAll('_', ' ')));
  return original! === '' || revised! === '' ? null : { original: original!, revised: revised! };
}

/** A title of two file names. */
function namesInTitle(title: string): BothNames | null {
  const [original, revised, more] = title.split(' – ');
  if (original === undefined || revised === undefined || more !== undefined) return null;
  return fileFormatOf(original) !== null && fileFormatOf(revised) !== null ? bothNames({ original, revised }) : null;
}

/** "(draft 1)" is "draft 1". */
function withoutBrackets(part: string): string {
  return /^[([{]([^()[\]{}]+)[)\]}]$/u.exec(part)?.[1] ?? part;
}

/** A title may end in the ending of a file. */
function withoutEnding(title: string): string {
  return fileFormatOf(title) === null ? title : stemOf(title);
}

/** Without characters that break a name or a path. */
function clean(text: string): string {
  return text.replace(UNSAFE, ' ').normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** No system takes dots and spaces at both ends. */
function trimmed(part: string): string {
  return part.replace(/^[. ]+|[. ]+$/gu, '');
}

/** The first words that fit. A bracket that is cut goes whole. One long word is cut between two characters. */
function cutAtWord(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most + 1).join('');
  const atWord = /^(.+)[\s–—-]/su.exec(cut)?.[1] ?? characters.slice(0, most).join('');
  const whole = withoutOpenBracket(atWord).replace(/[\s.,;–—-]+$/u, '');
  return whole === '' ? trimmed(characters.slice(0, most).join('')) : whole;
}

function withoutOpenBracket(text: string): string {
  const open = Math.max(...['(', '[', '{'].map((bracket) => text.lastIndexOf(bracket)));
  const close = Math.max(...[')', ']', '}'].map((bracket) => text.lastIndexOf(bracket)));
  return open > close ? text.slice(0, open) : text;
}

/** The length in UTF-8. */
function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
