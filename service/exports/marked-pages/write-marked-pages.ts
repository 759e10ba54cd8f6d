/** Writes the pages of both sides with their marks as one PDF. The same input gives the same bytes. */
import { PDFDocument, PDFHexString, PDFName, type PDFDict, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import type { PagesLayout } from '../../../shared/api/export-looks.ts';
import type { MarkedPage, PageMark, Placement } from '../../../shared/api/page-marks.ts';
import { BOTH_SIDES, type Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { CLOSING_SIZE, drawClosingPage, label, type CountedChanges } from './closing-page.ts';
import { drawMarks, MULTIPLY, QUIET, type Verdict } from './draw-marks.ts';
import { keepLayers } from './layered-content.ts';
import { annotationsOf, appearanceOf, linkOf, type WrittenPage } from './page-annotations.ts';
import { placePage, written } from './page-matrix.ts';
import { pairPages, type PagePair } from './pair-pages.ts';
import { formOf, openSource, unitOf, unwritable, type SourcePdf } from './source-pdf.ts';

/** What the pages are made of. */
export interface MarkedPagesTask {
  /** PDFs of both sides. */
  readonly pdfs: Readonly<Record<Side, Uint8Array>>;
  readonly found: Pick<Placement, 'marks' | 'unplaced' | 'anchors'> & {
    readonly pages: Readonly<Record<Side, readonly MarkedPage[]>>;
  };
  readonly layout: PagesLayout;
  readonly changes: CountedChanges;
  readonly verdictOf: (changeId: string) => Verdict;
  readonly title: string;
}

const NAMES: Readonly<Record<Side, string>> = { original: 'Original', revised: 'Revised' };
/** Height of the line above a page that names it, and space between two pages, in points. */
const HEAD = 20;
const GAP = 12;

/**
 * Writes the PDF.
 *
 * @throws ServiceError `document_encrypted`, `document_invalid` with the side at fault
 */
export async function writeMarkedPages(task: MarkedPagesTask): Promise<Uint8Array> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const sources = {
    original: await openSource(task.pdfs.original, 'original', target),
    revised: await openSource(task.pdfs.revised, 'revised', target),
  };
  for (const side of BOTH_SIDES) checkPageCount(sources[side], task.found.pages[side].length);
  new MarkedPagesWriter(target, sources, task).write();
  describe(target, task.title);
  return await target.save({ addDefaultPage: false, updateFieldAppearances: false });
}

function checkPageCount({ side, pages }: SourcePdf, marked: number): void {
  if (pages.length !== marked) throw unwritable(side, new Error(`${pages.length} pages instead of ${marked}`));
}

/** A row of the output: at most one page of each side. */
interface Sheet {
  readonly page: PDFPage;
  readonly places: readonly { readonly side: Side; readonly at: number }[];
}

class MarkedPagesWriter {
  readonly #target: PDFDocument;
  readonly #sources: Readonly<Record<Side, SourcePdf>>;
  readonly #task: MarkedPagesTask;
  readonly #written: Readonly<Record<Side, Map<number, WrittenPage>>> = { original: new Map(), revised: new Map() };
  readonly #marks: Readonly<Record<Side, Map<number, PageMark[]>>> = { original: new Map(), revised: new Map() };
  readonly #states: PDFDict;
  readonly #font: PDFRef;

  constructor(target: PDFDocument, sources: Readonly<Record<Side, SourcePdf>>, task: MarkedPagesTask) {
    [this.#target, this.#sources, this.#task] = [target, sources, task];
    const { context } = target;
    this.#states = context.obj({
      [MULTIPLY]: { Type: 'ExtGState', BM: 'Multiply' },
      [QUIET]: { Type: 'ExtGState', CA: 0.55, ca: 0.55 },
    });
    this.#font = context.register(
      context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }),
    );
    for (const mark of task.found.marks) {
      const pages = this.#marks[mark.side];
      pages.set(mark.page, [...(pages.get(mark.page) ?? []), mark]);
    }
  }

  write(): void {
    const { found, layout, changes } = this.#task;
    const counts = [found.pages.original.length, found.pages.revised.length] as const;
    const rows: PagePair[] =
      layout === 'side_by_side'
        ? pairPages(...counts, found.anchors)
        : [
            ...Array.from({ length: counts[0] }, (_, at): PagePair => [at + 1, null]),
            ...Array.from({ length: counts[1] }, (_, at): PagePair => [null, at + 1]),
          ];
    const sheets = rows.map((row) => this.#sheet(row));
    // A link may lead to a later page.
    for (const sheet of sheets) this.#link(sheet);
    const closing = this.#target.addPage([CLOSING_SIZE.width, CLOSING_SIZE.height]);
    closing.node.set(name('Resources'), this.#target.context.obj({ Font: { F: this.#font }, ExtGState: this.#states }));
    closing.node.set(name('Contents'), this.#content(drawClosingPage({ changes, ...found })));
    keepLayers(Object.values(this.#sources), this.#target);
  }

  #sheet(row: PagePair): Sheet {
    const isPair = this.#task.layout === 'side_by_side';
    const present = BOTH_SIDES.flatMap((side, index) => {
      const number = row[index];
      return number == null ? [] : [{ side, at: number - 1, size: this.#sizeOf(side, number - 1) }];
    });
    const height = Math.max(...present.map(({ size }) => size.height));
    // A missing page leaves the space of its neighbour.
    const half = Math.max(...present.map(({ size }) => size.width));
    const page = this.#target.addPage([isPair ? 2 * half + GAP : half, height + HEAD]);
    const forms = this.#target.context.obj({});
    let content = '';
    const places = present.map(({ side, at, size }) => {
      const x = isPair && side === 'revised' ? half + GAP : 0;
      content += this.#place(side, at, x, height - size.height, forms, page.ref);
      const pages = this.#task.found.pages[side];
      const unread = pages[at]!.withoutText === 'differs' ? '. Not compared: it has no text. It differs.' : '';
      content += label(`${NAMES[side]}, page ${at + 1} of ${pages.length}${unread}`, x + 6, height + 6, 9);
      return { side, at };
    });
    const { context } = this.#target;
    page.node.set(name('Resources'), context.obj({ Font: { F: this.#font }, ExtGState: this.#states, XObject: forms }));
    page.node.set(name('Contents'), this.#content(content));
    // Blending needs a ground of its own.
    page.node.set(name('Group'), context.obj({ S: 'Transparency', CS: 'DeviceRGB' }));
    return { page, places };
  }

  #sizeOf(side: Side, at: number): { width: number; height: number } {
    const source = this.#sources[side];
    const { width, height } = placePage(this.#boxOf(side, at), unitOf(source.pages[at]!), 0, 0);
    return { width, height };
  }

  /** The visible box. A page that could not be read has none; its own is taken. */
  #boxOf(side: Side, at: number): MarkedPage {
    const marked = this.#task.found.pages[side][at]!;
    const [left, bottom, right, top] = marked.box as [number, number, number, number];
    if (right > left && top > bottom) return marked;
    const own = this.#sources[side].pages[at]!;
    const { x, y, width, height } = own.getCropBox();
    return { box: [x, y, x + Math.max(1, width), y + Math.max(1, height)], rotation: own.getRotation().angle };
  }

  /** Operators that draw one source page with what lies over it, and its marks. */
  #place(side: Side, at: number, x: number, y: number, forms: PDFDict, ref: PDFRef): string {
    const source = this.#sources[side];
    const page = source.pages[at]!;
    const marked = this.#boxOf(side, at);
    const { matrix } = placePage(marked, unitOf(page), x, y);
    this.#written[side].set(at, { ref, matrix });
    const key = `${side === 'original' ? 'O' : 'R'}${at + 1}`;
    try {
      forms.set(name(key), formOf(source, page, marked, this.#target));
      const [left, bottom, right, top] = marked.box.map(written);
      const clip = `${left} ${bottom} m ${right} ${bottom} l ${right} ${top} l ${left} ${top} l h`;
      // A form goes on with the colour before it, and a page begins in black.
      let content = `q ${matrix.map(written).join(' ')} cm ${clip} W n\n1 1 1 rg ${clip} f\n0 g\n/${key} Do\n`;
      annotationsOf(source, at).forEach((annotation, index) => {
        const appearance = appearanceOf(annotation, source, this.#target);
        if (appearance === null) return;
        forms.set(name(`${key}A${index}`), appearance.form);
        content += `q ${appearance.matrix.map(written).join(' ')} cm /${key}A${index} Do Q\n`;
      });
      return `${content}${drawMarks(this.#marks[side].get(at + 1) ?? [], this.#task.verdictOf)}Q\n`;
    } catch (fault) {
      throw fault instanceof ServiceError ? fault : unwritable(side, fault);
    }
  }

  #link({ page, places }: Sheet): void {
    const links = places.flatMap(({ side, at }) => {
      const source = this.#sources[side];
      const from = this.#written[side].get(at)!;
      try {
        return annotationsOf(source, at).flatMap((annotation) => {
          const link = linkOf(annotation, source, from, (goal) => this.#written[side].get(goal), this.#target);
          return link === null ? [] : [link];
        });
      } catch (fault) {
        throw unwritable(side, fault);
      }
    });
    if (links.length > 0) page.node.set(name('Annots'), this.#target.context.obj(links));
  }

  #content(operators: string): PDFRef {
    const { context } = this.#target;
    return context.register(context.flateStream(operators));
  }
}

const name = (text: string): PDFName => PDFName.of(text);

/** There is no date, because the same input gives the same bytes. */
function describe(target: PDFDocument, title: string): void {
  const { context } = target;
  context.trailerInfo.Info = context.register(
    context.obj({
      Title: PDFHexString.fromText(title),
      Producer: PDFHexString.fromText('diffsvc'),
    }),
  );
}
