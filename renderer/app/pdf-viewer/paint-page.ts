import { RenderingCancelledException, TextLayer, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist';

/** Where and how a page is painted. */
export interface Painting {
  /** Number of the page, from 1. */
  readonly number: number;
  /** CSS pixels per point. */
  readonly scale: number;
  /** Clockwise turn by the reader, in degrees. */
  readonly turned: number;
  /** The container of selectable text; null: a picture alone, as for a thumbnail. */
  readonly text: HTMLElement | null;
  /** Receives the elements of the text, one for each item that pdf.js reads of the page, in their order. */
  readonly textPainted?: (lines: readonly HTMLElement[]) => void;
}

/** What runs, so that it can be stopped. */
interface Work {
  task?: RenderTask;
  layer?: TextLayer;
  readonly isStopped: () => boolean;
}

/** Pixels of a canvas. Browsers refuse larger ones, and a sharper picture is not seen. */
const PIXELS_MAX = 16_000_000;

/** Paints a page and its selectable text. Returns the function that stops it and frees the canvas. */
export function paintPage(pdf: PDFDocumentProxy, canvas: HTMLCanvasElement, painting: Painting): () => void {
  const work: Work = { isStopped: () => isStopped };
  let isStopped = false;
  void paint(pdf, canvas, painting, work).catch((fault: unknown) => {
    if (!isStopped && !(fault instanceof RenderingCancelledException)) reportError(fault);
  });
  return () => {
    isStopped = true;
    work.task?.cancel();
    work.layer?.cancel();
    canvas.width = 0;
    canvas.height = 0;
    painting.text?.replaceChildren();
  };
}

async function paint(
  pdf: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  { number, scale, turned, text, textPainted }: Painting,
  work: Work,
): Promise<void> {
  const page = await pdf.getPage(number);
  if (work.isStopped()) return;
  const rotation = (page.rotate + turned) % 360;
  const plain = page.getViewport({ scale, rotation });
  const ratio = Math.min(devicePixelRatio, Math.sqrt(PIXELS_MAX / (plain.width * plain.height)));
  const viewport = page.getViewport({ scale: scale * ratio, rotation });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  work.task = page.render({ canvas, viewport });
  await work.task.promise;
  if (text === null || work.isStopped()) return;
  text.replaceChildren();
  work.layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport: plain });
  await work.layer.render();
  if (!work.isStopped()) textPainted?.(work.layer.textDivs);
}
