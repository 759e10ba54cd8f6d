/** Writes the runs of merged blocks as Word runs with native revisions (ECMA-376 part 1, 17.13.5). */
import { DeletedTextRun, ExternalHyperlink, InsertedTextRun, Tab, TextRun, type ParagraphChild } from 'docx';
import type { IRunOptions } from 'docx';
import { imageInWords } from '../../../shared/document/picture-words.ts';
import { CODE_BIT, COMPARED_MARKS, MARKS, type Image, type Run, type Side } from '../../../shared/document/model.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

/** The attributes of every revision mark. */
export interface RevisionMark {
  readonly id: number;
  readonly author: string;
  readonly date: string;
}

/** The revisions of a document: their ids and their number by kind. */
export class Revisions {
  readonly counts = { insertions: 0, deletions: 0, moves: 0, formatChanges: 0 };
  /** Images that are shown by their alternative text. */
  images = 0;
  readonly #author: string;
  readonly #date: string;
  #lastId = 0;

  constructor(author: string, date: string) {
    this.#author = author;
    this.#date = date;
  }

  /** A mark for content that only this side has. */
  ofSide(side: Side): { readonly insertion: RevisionMark } | { readonly deletion: RevisionMark } {
    if (side === 'revised') {
      this.counts.insertions += 1;
      return { insertion: this.#mark() };
    }
    this.counts.deletions += 1;
    return { deletion: this.#mark() };
  }

  /** A mark for former properties. */
  format(): RevisionMark {
    this.counts.formatChanges += 1;
    return this.#mark();
  }

  #mark(): RevisionMark {
    this.#lastId += 1;
    return { id: this.#lastId, author: this.#author, date: this.#date };
  }
}

/** The marks as options of the `docx` package. `code` is a typeface. */
const PROPERTIES: Readonly<Record<(typeof MARKS)[number], IRunOptions>> = {
  strong: { bold: true },
  em: { italics: true },
  u: { underline: {} },
  s: { strike: true },
  sup: { superScript: true },
  sub: { subScript: true },
  mark: { highlight: 'yellow' },
  code: { font: 'Courier New' },
};

function propertiesOf(marks: number): IRunOptions {
  let properties: IRunOptions = {};
  for (const [bit, name] of MARKS.entries()) {
    if ((marks & (1 << bit)) !== 0) properties = { ...properties, ...PROPERTIES[name] };
  }
  return properties;
}

/** The runs of a block. `side` is set for a block of one side, whose runs are marked as a whole. */
export function trackedRuns(runs: readonly Run[], side: Side | undefined, revisions: Revisions): ParagraphChild[] {
  return runs.flatMap((run) => trackedRun(run, run.edit?.side ?? side, revisions));
}

function trackedRun(run: Run, side: Side | undefined, revisions: Revisions): ParagraphChild[] {
  const text = run.image === undefined ? run.text : alternativeText(run.image, revisions);
  const properties = propertiesOf(run.marks);
  if (side !== undefined) return linked(pieces(text, properties, side, revisions), run.href);
  if (run.link !== undefined) {
    // No revision can show a changed destination, so the old link is deleted and the new one inserted.
    const former = propertiesOf(formerMarks(run));
    return [
      ...linked(pieces(text, former, 'original', revisions), run.link.originalHref),
      ...linked(pieces(text, properties, 'revised', revisions), run.href),
    ];
  }
  if (run.format === undefined) return linked(pieces(text, properties, undefined, revisions), run.href);
  const changed = { ...properties, revision: { ...propertiesOf(formerMarks(run)), ...revisions.format() } };
  return linked(pieces(text, changed, undefined, revisions), run.href);
}

function formerMarks({ marks, format }: Run): number {
  if (format === undefined) return marks;
  return (format.originalMarks & COMPARED_MARKS) | (marks & CODE_BIT);
}

/** A text as runs. A line break begins a new run, and a tab is an element. */
function pieces(
  text: string,
  properties: IRunOptions,
  side: Side | undefined,
  revisions: Revisions,
): (TextRun | InsertedTextRun | DeletedTextRun)[] {
  return text.split('\n').flatMap((line, index): (TextRun | InsertedTextRun | DeletedTextRun)[] => {
    if (line === '' && index === 0) return [];
    const children = line
      .split('\t')
      .flatMap((part, at) => [...(at === 0 ? [] : [new Tab()]), ...(part === '' ? [] : [part])]);
    const options: IRunOptions = withoutUndefined({ ...properties, break: index > 0 ? 1 : undefined, children });
    if (side === undefined) return [new TextRun(options)];
    const onlyIn = revisions.ofSide(side);
    if ('insertion' in onlyIn) return [new InsertedTextRun({ ...options, ...onlyIn.insertion })];
    return [new DeletedTextRun({ ...options, ...onlyIn.deletion })];
  });
}

function linked(runs: (TextRun | InsertedTextRun | DeletedTextRun)[], href: string | null): ParagraphChild[] {
  return href === null || runs.length === 0 ? runs : [new ExternalHyperlink({ link: href, children: runs })];
}

/** The text that replaces an image, which a fragment may have without its bytes. */
export function alternativeText(image: Image, revisions: Revisions): string {
  revisions.images += 1;
  return imageInWords(image);
}
