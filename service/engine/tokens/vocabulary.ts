import { fieldsIn, type FieldRange } from '../../../shared/document/fields.ts';
import { comparedPicture, textOf, type TextBlock } from '../../../shared/document/model.ts';
import { StepCount } from '../diff/middle-snake.ts';
import { ContentKeys } from './content-keys.ts';
import { TokenOverlap } from './token-overlap.ts';
import { TokenTable } from './token-table.ts';
import { tokenize } from './tokenize.ts';
import { TokenizedText } from './tokenized-text.ts';
import { UnspacedWords } from './unspaced-words.ts';

/** The words of both documents under one numbering. One for each comparison. */
export class Vocabulary {
  /** Keys of blocks, rows, columns and cells. */
  readonly keys = new ContentKeys();
  /** Steps of all diffs together. */
  readonly steps = new StepCount();
  readonly overlap: TokenOverlap;
  readonly #table = new TokenTable();
  readonly #unspaced = new UnspacedWords();
  readonly #kept = new Map<TextBlock, TokenizedText>();

  constructor() {
    this.overlap = new TokenOverlap(this.#table);
  }

  /** The tokens of a text. They are computed each time unless they are kept. */
  tokens(block: TextBlock): TokenizedText {
    return this.#kept.get(block) ?? this.#tokenize(block);
  }

  /** The tokens of a text, kept. The texts of cells are needed for their rows, their columns and themselves. */
  keptTokens(block: TextBlock): TokenizedText {
    let tokens = this.#kept.get(block);
    if (tokens === undefined) {
      tokens = this.#tokenize(block);
      this.#kept.set(block, tokens);
    }
    return tokens;
  }

  /** The weight of a token, by its number. */
  weightOf(token: number): number {
    return this.#table.weightOf(token);
  }

  /** The text of a token without case, typographic apostrophes and soft hyphens, by its number. */
  foldedText(token: number): string {
    return this.#table.textOf(this.#table.foldedOf(token));
  }

  /** Whether two blocks have the same text and the same compared pictures. */
  haveSameText(a: TextBlock, b: TextBlock): boolean {
    return textOf(a) === textOf(b) && this.keys.ofTextBlock(a) === this.keys.ofTextBlock(b);
  }

  #tokenize(block: TextBlock): TokenizedText {
    const tokens = new TokenList(this.#table, this.#unspaced);
    let text = '';
    let start = 0;
    let link: string | null = null;
    for (const run of block.runs) {
      // Two links beside each other are two words, even without a space between them.
      if (run.href !== link) {
        if (run.href !== null && link !== null) {
          tokens.addText(text.slice(start), start);
          start = text.length;
        }
        link = run.href;
      }
      const picture = comparedPicture(run);
      if (picture !== undefined) {
        tokens.addText(text.slice(start), start);
        start = text.length + run.text.length;
        tokens.addPicture(this.#table.addPicture(this.keys.ofPicture(picture)), text.length, start);
      }
      text += run.text;
    }
    tokens.addText(start === 0 ? text : text.slice(start), start);
    return new TokenizedText(text, tokens.ids, tokens.total, tokens.bounds, tokens.pictures, valuesIn(block));
  }
}

/** The values in a text. Their ranges leave out pictures, which have a place in the text. */
function valuesIn(block: TextBlock): readonly FieldRange[] {
  const ranges = fieldsIn(block.attributes);
  if (ranges.length === 0 || !block.runs.some((run) => comparedPicture(run) !== undefined)) return ranges;
  const pictures: number[] = [];
  let words = 0;
  for (const run of block.runs) {
    if (comparedPicture(run) === undefined) words += run.text.length;
    else pictures.push(words);
  }
  const withPictures = (at: number): number => at + pictures.filter((picture) => picture <= at).length;
  return ranges.map(([start, end]): FieldRange => [withPictures(start), withPictures(end)]);
}

/** The tokens of one text while they are found. Text ends at a picture, which is a token of its own. */
class TokenList {
  readonly ids: number[] = [];
  readonly bounds: number[] = [];
  /** Which tokens are pictures, by their places among the tokens, ascending. */
  readonly pictures: number[] = [];
  total = 0;
  readonly #table: TokenTable;
  readonly #unspaced: UnspacedWords;

  constructor(table: TokenTable, unspaced: UnspacedWords) {
    this.#table = table;
    this.#unspaced = unspaced;
  }

  /** Adds the tokens of a stretch of text that begins at an offset of the whole. */
  addText(text: string, offset: number): void {
    const bounds = tokenize(text, this.#unspaced);
    for (let at = 0; at < bounds.length; at += 2) {
      const [start, end] = [bounds[at]!, bounds[at + 1]!];
      this.#add(this.#table.add(text.slice(start, end)), start + offset, end + offset);
    }
  }

  addPicture(id: number, start: number, end: number): void {
    this.pictures.push(this.ids.length);
    this.#add(id, start, end);
  }

  #add(id: number, start: number, end: number): void {
    this.ids.push(id);
    this.bounds.push(start, end);
    this.total += this.#table.weightOf(id);
  }
}
