/** Random printed documents: pages of lines with everything that a reader of pages may leave out. */
import { printedRows, type PrintedText } from '../../builders/printed-pdf.ts';

/** The pages of a document, each the texts that it prints. */
export type PrintedPages = readonly (readonly PrintedText[])[];

const WORDS =
  'the supplier delivers goods within days of order unless customer refuses them in writing and pays costs'.split(' ');
const TOP = 90;
const BOTTOM = 760;
const STEP = 15;

/** Parts of documents. Each prints at a height of the page and returns the height below it. */
class Print {
  readonly pages: PrintedText[][] = [];
  readonly #next: () => number;
  #y = BOTTOM;
  #notes = 0;

  constructor(next: () => number) {
    this.#next = next;
  }

  int(below: number): number {
    return Math.floor(this.#next() * below);
  }

  sentence(count: number): string {
    const words = Array.from({ length: count }, () => WORDS[this.int(WORDS.length)]!);
    return `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)} ${this.int(900)}`;
  }

  /** Begins a page if the text does not fit on this one. Returns whether it did. */
  breaks(height: number): boolean {
    if (this.#y + height <= BOTTOM) return false;
    this.pages.push([]);
    this.#y = TOP;
    this.#notes = 0;
    return true;
  }

  line(text: string, x = 72, size = 11): void {
    this.breaks(STEP);
    this.pages.at(-1)!.push({ text, x, y: this.#y, size });
    this.#y += STEP;
  }

  gap(height = STEP): void {
    this.#y += height;
  }

  paragraph(): void {
    const lines = 1 + this.int(5);
    for (let at = 0; at < lines; at++) this.line(this.sentence(at === lines - 1 ? 3 + this.int(6) : 12));
    this.gap();
  }

  heading(number: number): void {
    this.breaks(4 * STEP);
    this.line(`${number} ${this.sentence(2)}`, 72, 15);
    this.gap(6);
  }

  list(): void {
    for (let at = 1; at <= 2 + this.int(4); at++) this.line(`${at}. ${this.sentence(5)}`, 90);
    this.gap();
  }

  table(repeats: boolean): void {
    const head = ['Item', 'Description', 'Price'];
    const rows = 3 + this.int(60);
    const row = (cells: readonly string[]): void => {
      this.breaks(STEP);
      this.pages.at(-1)!.push(...printedRows([cells], [72, 180, 420], this.#y));
      this.#y += STEP;
    };
    this.breaks(4 * STEP);
    row(head);
    for (let at = 0; at < rows; at++) {
      if (this.breaks(STEP) && repeats) row(head);
      row([`No. ${at}`, this.sentence(3), `${this.int(900)}.50`]);
    }
    this.gap();
  }

  /** A note at the foot of the present page, if it has room. */
  note(number: number): void {
    const y = BOTTOM - 8 - 12 * this.#notes;
    if (this.pages.length === 0 || this.#y + 40 > y) return;
    this.#notes += 1;
    this.pages
      .at(-1)!
      .push({ text: String(number), x: 72, y: y - 3, size: 6 }, { text: this.sentence(6), x: 78, y, size: 9 });
  }
}

/** A document of a few pages. Its parts, headers and footers follow from the random numbers. */
export function randomPrint(next: () => number): PrintedPages {
  const print = new Print(next);
  const has = (share: number): boolean => next() < share;
  const [titled, repeats] = [has(0.4), has(0.6)];
  print.line(titled ? 'Agreement on goods' : print.sentence(4), 72, titled ? 20 : 11);
  print.gap();
  const parts = 3 + print.int(10);
  for (let at = 1; at <= parts; at++) {
    const kind = next();
    if (kind < 0.2) print.heading(at);
    else if (kind < 0.65) print.paragraph();
    else if (kind < 0.8) print.list();
    else print.table(repeats);
    if (has(0.2)) print.note(at);
  }
  const header = has(0.5)
    ? has(0.5)
      ? () => 'Agreement on goods'
      : (page: number) => (page % 2 ? 'Supply agreement' : 'Draft of May')
    : null;
  const footer = has(0.6) ? (has(0.5) ? (page: number) => `Page ${page}` : (page: number) => `${page}`) : null;
  const size = has(0.3) ? 16 : 9;
  return print.pages.map((texts, at) => [
    ...(header ? [{ text: header(at + 1), x: 72, y: 45, size }] : []),
    ...texts,
    ...(footer ? [{ text: footer(at + 1), x: 290, y: 810, size: 9 }] : []),
  ]);
}

/** The pages without one of their texts. */
export function withoutText(pages: PrintedPages, page: number, at: number): PrintedPages {
  return pages.map((texts, number) => (number === page ? texts.filter((_, index) => index !== at) : texts));
}
