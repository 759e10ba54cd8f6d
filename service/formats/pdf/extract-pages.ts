import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { refuseEmpty } from '../refuse-empty.ts';
import { sha256 } from '../../sha256.ts';
import { Attachments } from './inventory/attachments.ts';
import { hiddenLayerItems, type Layers } from './inventory/hidden-layers.ts';
import { pageInventory } from './inventory/page-inventory.ts';
import { LetterPlaces, type PlacedLetter } from './inventory/letter-places.ts';
import { PagePlaces, wherePage } from './inventory/page-places.ts';
import { readAnnotations } from './paint/annotations.ts';
import { placeAnnotations } from './paint/field-values.ts';
import { DrawnLetters } from './paint/drawn-letters.ts';
import { isPrivateUse, saysNothing } from './paint/glyph-text.ts';
import { hasPrivateWord } from './paint/private-letters.ts';
import { interpretPage, type PaintedPage } from './paint/interpret-page.ts';
import { IDENTITY, matrixOf } from './paint/matrix.ts';
import { pictureAreas } from './paint/picture-areas.ts';
import { PaintingBudget, type PaintingLimits } from './paint/painting-budget.ts';
import { openPdf } from './paint/open-pdf.ts';
import type { PageLayout } from './layout/layout.ts';
import { layoutPage } from './layout/page-layout.ts';
import { readTags } from './paint/page-tags.ts';
import { printArea, userSpaceOf, type Printing } from './lines/printed-line.ts';
import { splitFrames } from './paint/split-frames.ts';
import { append } from '../../../shared/iterables.ts';

/** The content of one PDF, page by page: plain data that can be sent between processes. */
export interface ExtractedPdf {
  readonly pages: readonly PageLayout[];
  /** Pages without text (from 1), if other pages have some. */
  readonly pagesWithoutText: readonly number[];
  /** Pages with more glyphs than the cap (from 1). The rest of their glyphs is missing. */
  readonly truncatedPages: readonly number[];
  /** Pages whose text runs over their edge (from 1). The text is read although the page does not show it. */
  readonly overflowingPages: readonly number[];
  /** Pages with text in a font that cannot be read (from 1). This text is missing. */
  readonly unreadableFontPages: readonly number[];
  /** Pages with letters that are drawn although the file does not say what they read (from 1). Absent: none. */
  readonly unspelledPages?: readonly number[];
  /** Pages with words in private codes (from 1). Absent: none. */
  readonly privatePages?: readonly number[];
  /** How its letters are drawn. Absent: unknown. */
  readonly letters?: readonly PlacedLetter[];
  /** What the document shows and the pages above do not contain. Absent: nothing. */
  readonly inventory?: readonly InventoryItem[];
}

/** Caps that stop hostile documents. The caller may set others. */
export interface ExtractOptions {
  /** Further glyphs of a page are dropped. A page of dense text has 10,000. */
  readonly maxGlyphsPerPage?: number;
  /** A PDF that paints more is refused as soon as this is seen. */
  readonly painting?: PaintingLimits;
  /** Whether each line says where it is painted. */
  readonly places?: boolean;
  /** Called before each page, with its number and the number of pages. */
  readonly onPage?: (page: number, pages: number) => void;
}

const DEFAULT_MAX_GLYPHS = 200_000;
/**
 * The largest values in the corpus are 9,826 operators and 8,151 glyphs on a page. The first 40 pages of a document
 * have at most 76,051 operators and 119,731 glyphs.
 */
const DEFAULT_PAINTING: PaintingLimits = {
  page: { operators: 1_000_000, glyphs: 1_000_000 },
  document: { operators: 10_000_000, glyphs: 20_000_000 },
};

/**
 * Reads all pages of a PDF into lines, columns and tables.
 * The caller runs this in a process with a deadline, because a hostile PDF may take forever.
 *
 * @throws ServiceError `document_encrypted`, `document_invalid`, `document_not_searchable`, `document_too_complex`
 */
export async function extractPages(bytes: Uint8Array, options: ExtractOptions = {}): Promise<ExtractedPdf> {
  refuseEmpty(bytes, 'PDF');
  const pdf = await openPdf(bytes);
  try {
    const count = pdf.document.numPages;
    if (count < 1) throw notReadable('it has no pages');
    const pages: PageLayout[] = [];
    const truncatedPages: number[] = [];
    const overflowingPages: number[] = [];
    const unreadableFontPages: number[] = [];
    const unspelledPages: number[] = [];
    const privatePages: number[] = [];
    const readable: boolean[] = [];
    const letters = new LetterPlaces();
    const drawn = new DrawnLetters();
    const budget = new PaintingBudget(options.painting ?? DEFAULT_PAINTING);
    const attachments = new Attachments(pdf.document, pdf.attachedSha256);
    const inventory = await attachments.ofDocument();
    for (const digest of pdf.unplacedPictures) inventory.push({ kind: 'picture', where: '', sha256: digest, count: 1 });
    const layers = await loadPage(() => pdf.document.getOptionalContentConfig());
    let broken = 0;
    for (let number = 1; number <= count; number++) {
      options.onPage?.(number, count);
      const page = await loadPage(() => pdf.document.getPage(number));
      const maxGlyphs = options.maxGlyphsPerPage ?? DEFAULT_MAX_GLYPHS;
      const context = { maxGlyphs, budget, attachments, layers, drawn, places: options.places === true };
      const read = page ? await readPage(page, number, context, pages.at(-1)) : null;
      if (page === null) broken++;
      if (read?.truncated === true) truncatedPages.push(number);
      if (read?.overflows === true) overflowingPages.push(number);
      if (read?.losesText === true) unreadableFontPages.push(number);
      if (read?.isUnspelled === true) unspelledPages.push(number);
      if (read?.isPrivate === true) privatePages.push(number);
      pages.push(read?.layout ?? { page: number, width: 0, height: 0, regions: [], artifacts: [] });
      readable.push(read?.readable === true);
      if (read) letters.add(number, read.painted.letters, () => new PagePlaces(number, read.painted.glyphs));
      append(inventory, read?.inventory ?? [brokenPage(number)]);
      page?.cleanup();
    }
    if (broken === count) throw notReadable('none of its pages can be found');
    // Pages that are only shown need no text.
    if (!readable.includes(true) && options.places !== true)
      throw new ServiceError(
        'document_not_searchable',
        `${count === 1 ? 'The page of the PDF has no text' : `None of the ${count} pages has text`} that can be read, only pictures. Run OCR (text recognition) on the PDF and compare the result.`,
      );
    return {
      pages,
      truncatedPages,
      overflowingPages,
      unreadableFontPages,
      unspelledPages,
      privatePages,
      letters: letters.found,
      inventory,
      pagesWithoutText: readable.flatMap((isReadable, index) => (isReadable ? [] : [index + 1])),
    };
  } finally {
    await pdf.close();
  }
}

function notReadable(reason: string): ServiceError {
  return new ServiceError(
    'document_invalid',
    `The PDF cannot be read: ${reason}. Open the file in a PDF viewer and save it anew.`,
  );
}

/**
 * Null if loading fails: a broken page counts as a page without text, and the other pages are still read.
 *
 * @throws ServiceError if a limit is exceeded
 */
async function loadPage<Result>(load: () => Promise<Result>): Promise<Result | null> {
  try {
    return await load();
  } catch (fault) {
    if (fault instanceof ServiceError) throw fault;
    return null;
  }
}

/** A page that cannot be read. Nobody knows what it shows. */
function brokenPage(number: number): InventoryItem {
  return { kind: 'page_without_text', where: wherePage(number), sha256: sha256('broken'), count: 1 };
}

interface ReadPage {
  readonly painted: PaintedPage;
  readonly layout: PageLayout;
  readonly truncated: boolean;
  readonly overflows: boolean;
  readonly losesText: boolean;
  readonly isUnspelled: boolean;
  readonly isPrivate: boolean;
  readonly readable: boolean;
  readonly inventory: readonly InventoryItem[];
}

async function readPage(
  page: PDFPageProxy,
  number: number,
  {
    maxGlyphs,
    budget,
    attachments,
    layers,
    drawn,
    places,
  }: {
    readonly maxGlyphs: number;
    readonly budget: PaintingBudget;
    readonly attachments: Attachments;
    readonly layers: Layers | null;
    readonly drawn: DrawnLetters;
    readonly places: boolean;
  },
  before: PageLayout | undefined,
): Promise<ReadPage | null> {
  const list = await loadPage(() => budget.operatorsOf(page));
  if (!list) return null;
  const viewport = page.getViewport({ scale: 1 });
  const base = matrixOf(viewport.transform) ?? IDENTITY;
  const painted = interpretPage(list, { fonts: page.commonObjs, patterns: page.objs }, base, maxGlyphs, drawn);
  const annotations: readonly unknown[] = (await loadPage(() => page.getAnnotations())) ?? [];
  const { width, height } = viewport;
  const split = splitFrames(painted, width, height);
  const { content, areas } = placeAnnotations(split, readAnnotations(annotations, base), width, height);
  const tags = readTags(await loadPage(() => page.getStructTree()));
  const printingOf = (angle: number): Printing => ({
    page: number,
    toUserSpace: userSpaceOf(angle, base, width, height),
  });
  const readable = content.frames.some((frame) =>
    frame.glyphs.some(({ text }) => !saysNothing(text) && !isPrivateUse(text)),
  );
  return {
    painted,
    layout: {
      ...layoutPage(number, content, areas, tags, before?.gutters, places ? printingOf : undefined),
      ...(places && {
        userSpace: { box: page.view, rotation: page.rotate },
        pictures: pictureAreas(painted.drawings, width, height).map((area) => printArea(area, printingOf(0))),
      }),
    },
    truncated: content.truncated,
    overflows: content.overflowing > 0,
    losesText: painted.lost > 0,
    isUnspelled: painted.glyphs.some(({ drawn }) => drawn !== undefined),
    isPrivate: hasPrivateWord(painted.glyphs),
    readable,
    inventory: [
      ...pageInventory({ number, painted, content: split, annotations, base, width, height, readable }),
      ...(layers === null ? [] : hiddenLayerItems(list, layers, `on page ${number}`)),
      ...(await attachments.ofPage(annotations, `on page ${number}`)),
    ],
  };
}
