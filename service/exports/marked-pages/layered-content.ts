import { PDFArray, PDFDict, PDFName, PDFRef, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import type { SourcePdf } from './source-pdf.ts';

const name = (text: string): PDFName => PDFName.of(text);

/** Layers that a source shows or hides are shown and hidden in the written file, too. */
export function keepLayers(sources: readonly SourcePdf[], target: PDFDocument): void {
  const { context } = target;
  const [layers, hidden] = [context.obj([]), context.obj([])];
  for (const { document, copier } of sources) {
    const properties = document.catalog.lookup(name('OCProperties'));
    if (!(properties instanceof PDFDict)) continue;
    const own = refsOf(properties.lookup(name('OCGs')));
    for (const ref of own) layers.push(copier.copy(ref));
    for (const ref of hiddenLayers(properties, own)) hidden.push(copier.copy(ref));
  }
  if (layers.size() === 0) return;
  target.catalog.set(name('OCProperties'), context.obj({ OCGs: layers, D: { Order: [], ON: [], OFF: hidden } }));
}

function hiddenLayers(properties: PDFDict, own: readonly PDFRef[]): PDFRef[] {
  const shown = properties.lookup(name('D'));
  if (!(shown instanceof PDFDict)) return [];
  if (shown.lookup(name('BaseState')) !== name('OFF')) return refsOf(shown.lookup(name('OFF')));
  const on = new Set(refsOf(shown.lookup(name('ON'))));
  return own.filter((ref) => !on.has(ref));
}

function refsOf(list: PDFObject | undefined): PDFRef[] {
  if (!(list instanceof PDFArray)) return [];
  return list.asArray().filter((each): each is PDFRef => each instanceof PDFRef);
}
