/** The words of our own readings. */
import { textOf, type Block } from '../../shared/document/model.ts';
import { stepsOf } from '../../shared/document/path.ts';
import { readDocx } from '../formats/docx/read-docx.ts';
import { extractPages, type ExtractedPdf } from '../formats/pdf/extract-pages.ts';
import { letterItems } from '../formats/pdf/inventory/letter-items.ts';
import { composeReadings, type PdfReading } from '../formats/pdf/read-pdf.ts';
import { wordsOf, type Word } from './words.ts';

/** The words of a DOCX in the order of the document. Revisions count as accepted. @throws ServiceError */
export async function ourDocxWords(bytes: Uint8Array): Promise<Word[]> {
  const { document } = await readDocx(bytes, { include: ['comments'] });
  return document.blocks.flatMap((block) => wordsOfBlock(block, {}));
}

/** The words of PDFs as a comparison reads them: open questions are decided over all of them. @throws ServiceError */
export async function ourPdfWords(files: readonly Uint8Array[]): Promise<Word[][]> {
  const extracted: ExtractedPdf[] = [];
  for (const bytes of files) extracted.push(await extractPages(bytes));
  return composeReadings(extracted).map(wordsOfPdf);
}

/**
 * Places at which two PDFs read the same and draw other letters, for a person: "on page 3: 5 in “500”". Their outlines
 * are compared. @throws ServiceError
 */
export async function drawnDifferently([original, revised]: readonly [Uint8Array, Uint8Array]): Promise<string[]> {
  const sides = [await extractPages(original), await extractPages(revised)];
  const [items] = letterItems(sides.map(({ letters = [] }) => letters));
  return items!.map(({ where, label = '' }) => `${where}: ${label}`);
}

/** A block knows the page on which it begins. It ends at the latest where the next block begins. */
function wordsOfPdf({ document, pageOfBlock, pageCount, headersAndFooters }: PdfReading): Word[] {
  const words = document.blocks.flatMap((block, at) => {
    const page = pageOfBlock[at]!;
    return wordsOfBlock(block, { page, lastPage: Math.max(page, pageOfBlock[at + 1] ?? pageCount) });
  });
  const leftOut = headersAndFooters.flatMap(({ page, text }) =>
    wordsOf(text).map((word): Word => ({ text: word, page, leftOut: true })),
  );
  return [...words, ...leftOut];
}

function wordsOfBlock(block: Block, place: Pick<Word, 'page' | 'lastPage'>): Word[] {
  switch (block.kind) {
    case 'text': {
      const startsItem = stepsOf(block.path).some(({ kind, starts }) => starts && (kind === 'ul' || kind === 'ol'));
      return wordsOf(textOf(block)).map((text, at): Word => ({
        text,
        ...place,
        ...(startsItem && at === 0 && { startsItem }),
      }));
    }
    case 'table':
      return block.rows.flatMap(({ cells }) =>
        cells.flatMap(({ blocks }) => blocks.flatMap((inner) => wordsOfBlock(inner, place))),
      );
    default:
      return [];
  }
}
