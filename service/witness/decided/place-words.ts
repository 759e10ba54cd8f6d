/** The sentences of the last check. Each says what is where in the file, and what was decided about it. */
import type { CheckedPlace } from '../../../shared/api/last-check.ts';
import { PICTURE, textOf, type Block } from '../../../shared/document/model.ts';
import { headingsOf, type Heading } from '../../../shared/document/headings.ts';
import { homesOf, type Home } from '../../../shared/document/homes.ts';
import { shownLabels, type ShownLabels } from '../../../shared/document/shown-labels.ts';
import { storyOf } from '../../../shared/document/story.ts';
import type { Piece } from './merged-pieces.ts';

/** Longest quoted text, in characters. */
const QUOTED_MAX = 80;
/** Longest title of a section in a sentence. */
const TITLE_MAX = 60;

/** What a place is about: a text, the piece of the document that it was taken from, and the block it is near. */
interface Subject {
  readonly text: string;
  /** Null: no change adds or removes it. */
  readonly piece: Piece | null;
  /** Index of the outermost block. */
  readonly block: number;
}

/** Words for the places of one merged document. */
export class PlaceWords {
  readonly #headings: readonly Heading[];
  readonly #authors: ReadonlyMap<number, string>;
  readonly #labels: readonly ShownLabels[];
  /** Where a reader finds comments and notes. */
  readonly #homes: ReadonlyMap<number, Home>;

  constructor(blocks: readonly Block[]) {
    this.#labels = shownLabels(blocks);
    this.#headings = headingsOf(blocks, this.#labels);
    this.#authors = authorsOf(blocks);
    this.#homes = homesOf(blocks);
  }

  /** Content that stands in the file although the decisions remove it. */
  left(subject: Subject): CheckedPlace {
    const { piece } = subject;
    if (piece === null) return this.#place('left', subject, 'stands in the file and is not in what you decided');
    if (piece.comment === null || piece.side === 'original')
      return this.#place('left', subject, `stands in the file although ${removal(piece)}`);
    return { ...this.#place('left', subject, ''), message: `${this.#placedComment(piece)} could not be removed.` };
  }

  /** Content that is not in the file although the decisions keep it. */
  missing(subject: Subject): CheckedPlace {
    const { piece } = subject;
    const why = piece === null ? ', and no decision removes it' : ` although ${keeping(piece)}`;
    return this.#place('missing', subject, `is missing in the file${why}`);
  }

  /** Content that is formatted otherwise. `difference` says how, after the verb. */
  formatted(subject: Subject, difference: string): CheckedPlace {
    return this.#place('format', subject, difference);
  }

  /** The end of a paragraph. The text of the subject is the word before it. */
  lineEnd(kind: 'left' | 'missing', subject: Subject): CheckedPlace {
    const after = subject.text === '' ? '' : ` after “${shortened(subject.text)}”`;
    const where = this.#where(subject);
    const message =
      kind === 'left'
        ? `A paragraph${where} ends${after} in the file, and goes on in what you decided.`
        : `A paragraph${where} goes on${after} in the file, and ends in what you decided.`;
    return { ...this.#place(kind, subject, ''), message };
  }

  /** Content in a part of the file beside its text. */
  inPart(subject: Subject & { readonly piece: Piece }, part: string): CheckedPlace {
    const place = this.#place('package', subject, `is still in ${partWords(part)} although ${removal(subject.piece)}`);
    if (subject.piece.comment === null) return place;
    return { ...place, message: `${this.#placedComment(subject.piece)} is still in ${partWords(part)}.` };
  }

  #place(kind: CheckedPlace['kind'], subject: Subject, verdict: string): CheckedPlace {
    const { text, piece } = subject;
    const named = text.startsWith(PICTURE) ? 'A picture' : `“${shortened(text)}”`;
    return {
      ...(piece !== null && piece.changeId !== null && { changeId: piece.changeId }),
      kind,
      ...(piece !== null && piece.side !== null && { side: piece.side }),
      text: text.startsWith(PICTURE) ? '' : shortened(text),
      section: this.#section(subject),
      message: `${named}${this.#where(subject)} ${verdict}.`,
    };
  }

  #where(subject: Subject): string {
    if (subject.piece !== null && subject.piece.comment !== null)
      return ` in ${this.#comment(subject.piece).replace('The', 'the')}`;
    const section = this.#section(subject);
    return section === '' ? '' : ` in ${section}`;
  }

  #section({ block }: Subject): string {
    const home = this.#homes.get(block);
    const at = home === undefined ? block : home.block;
    return at === null ? '' : sectionName(this.#headings.findLast((heading) => heading.block <= at));
  }

  /** A comment with the number of the clause that it is about, or else its section: "The comment of M. B. at 4.1". */
  #placedComment(piece: Piece): string {
    const home = this.#homes.get(piece.block)?.block ?? null;
    if (home === null) return this.#comment(piece);
    const { original = null, revised = null } = this.#labels[home] ?? {};
    const label = (revised ?? original ?? '').replace(/[.:]$/u, '');
    const section = this.#section({ text: '', piece, block: piece.block });
    const where = /\p{N}|\p{L}/u.test(label) ? ` at ${label}` : section === '' ? '' : ` in ${section}`;
    return this.#comment(piece) + where;
  }

  #comment({ comment }: Piece): string {
    const author = this.#authors.get(comment ?? 0) ?? '';
    return author === '' ? 'The comment' : `The comment of ${shortened(author)}`;
  }
}

/** A place where a file says something else than was decided, without a text of the document. */
export function otherwise(message: string): CheckedPlace {
  return { ...unread(message), kind: 'left' };
}

/** A place that is not judged. */
export function unread(message: string): CheckedPlace {
  return { kind: 'unread', text: '', section: '', message };
}

function removal({ side, isMoved }: Piece): string {
  if (isMoved) return side === 'revised' ? 'you rejected its move' : 'you accepted its move';
  return side === 'revised' ? 'you rejected it' : 'you accepted its deletion';
}

function keeping({ side, isMoved }: Piece): string {
  if (isMoved) return side === 'revised' ? 'you accepted its move' : 'you rejected its move';
  return side === 'revised' ? 'you accepted it' : 'you rejected its deletion';
}

/** A part of a package in words for a person. */
function partWords(part: string): string {
  if (part === 'html') return 'a link or a description of the file';
  const named = `(${part})`;
  if (/docProps\//iu.test(part)) return `the properties of the file ${named}`;
  if (/customXml\//iu.test(part)) return `the stored data of the file ${named}`;
  if (/comments/iu.test(part)) return `the comments of the file ${named}`;
  if (/(?:foot|end)notes/iu.test(part)) return `the notes of the file ${named}`;
  if (/\/(?:header|footer)[^/]*$/iu.test(part)) return `a header or footer of the file ${named}`;
  if (/\/media\//iu.test(part)) return `the pictures of the file ${named}`;
  return `a part of the file ${named}`;
}

function sectionName(heading: Heading | undefined): string {
  if (heading === undefined) return '';
  const title = heading.text.length > TITLE_MAX ? `${heading.text.slice(0, TITLE_MAX).trimEnd()}…` : heading.text;
  return heading.label === '' || title.startsWith(heading.label) ? title : `${heading.label} ${title}`;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX).join('')}…` : text;
}

/** The author of each comment, which is its first line. */
function authorsOf(blocks: readonly Block[]): ReadonlyMap<number, string> {
  const authors = new Map<number, string>();
  for (const block of blocks) {
    const story = storyOf(block.path);
    if (story?.kind !== 'comment' || !story.starts || block.kind !== 'text') continue;
    authors.set(story.value ?? 0, textOf(block));
  }
  return authors;
}
