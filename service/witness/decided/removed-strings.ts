/** The texts, links and pictures that decisions remove from a document. */
import { PICTURE } from '../../../shared/document/model.ts';
import { wordPlaces, wordsOf } from '../words.ts';
import type { Piece } from './merged-pieces.ts';

/** Something that must be nowhere in the file. */
export interface Removed {
  readonly words: readonly string[];
  readonly piece: Piece;
}

/** Removed content: word sequences, and digests of pictures with their pieces. */
export interface RemovedContent {
  readonly strings: readonly Removed[];
  /** By SHA-256 in hex. */
  readonly pictures: ReadonlyMap<string, Piece>;
}

/** Shorter words are everywhere by chance. */
const LETTERS_MIN = 3;
const MEANINGFUL = /[\p{L}\p{N}]/u;

/** What the pieces that the decisions remove have, as whole words of their side. */
export function removedContent(pieces: readonly Piece[]): RemovedContent {
  const strings: Removed[] = [];
  const pictures = new Map<string, Piece>();
  const kept = new Set(pieces.flatMap((piece) => (piece.isKept ? digestsIn(piece.text) : [])));
  for (const paragraph of paragraphsOf(pieces)) {
    if (paragraph.every(({ isKept, droppedHref }) => isKept && droppedHref === null)) continue;
    for (const side of ['original', 'revised'] as const)
      addStrings(
        paragraph.filter((piece) => piece.side === null || piece.side === side),
        strings,
      );
    for (const piece of paragraph) {
      if (piece.isKept && piece.droppedHref !== null) addLink(piece.droppedHref.href, piece, strings);
      if (piece.isKept) continue;
      if (piece.href !== null) addLink(piece.href, piece, strings);
      for (const digest of digestsIn(piece.text)) if (!kept.has(digest)) pictures.set(digest, piece);
    }
  }
  return { strings, pictures };
}

function* paragraphsOf(pieces: readonly Piece[]): Generator<Piece[]> {
  let paragraph: Piece[] = [];
  for (const piece of pieces) {
    if (paragraph.length > 0 && paragraph[0]!.paragraph !== piece.paragraph) {
      yield paragraph;
      paragraph = [];
    }
    paragraph.push(piece);
  }
  if (paragraph.length > 0) yield paragraph;
}

/** Adds the words of one side that touch a removed piece; neighbouring words of one change together. */
function addStrings(pieces: readonly Piece[], strings: Removed[]): void {
  if (pieces.every(({ isKept }) => isKept)) return;
  const text = pieces.map((piece) => piece.text).join('');
  const owners = pieces.flatMap((piece): Piece[] => Array.from({ length: piece.text.length }, () => piece));
  let words: string[] = [];
  let owner: Piece | undefined;
  const flush = (): void => {
    if (owner !== undefined) addString(words, owner, strings);
    words = [];
  };
  for (const [start, end] of wordPlaces(text)) {
    const touching = owners.slice(start, end).find((piece) => !piece.isKept);
    if (touching === undefined || touching.changeId !== owner?.changeId) flush();
    owner = touching;
    if (touching !== undefined) words.push(...wordsOf(text.slice(start, end)));
  }
  flush();
}

function addString(words: readonly string[], piece: Piece, strings: Removed[]): void {
  const shown = words.filter((word) => !word.startsWith(PICTURE));
  const letters = shown.join('');
  if (letters.length >= LETTERS_MIN && MEANINGFUL.test(letters)) strings.push({ words: shown, piece });
}

function addLink(href: string, piece: Piece, strings: Removed[]): void {
  addString(wordsOf(href), piece, strings);
}

function digestsIn(text: string): string[] {
  return text.split(' ').flatMap((word) => (word.startsWith(PICTURE) && word.length > 1 ? [word.slice(1)] : []));
}
