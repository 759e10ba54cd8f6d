import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ServiceError } from '../../../../shared/errors.ts';
import type { OperatorList } from './interpret-page.ts';

/** Caps of a page and of the whole document. */
export interface PaintingLimits {
  readonly page: Painted;
  readonly document: Painted;
}

/** What was painted. */
export interface Painted {
  /** Executed operators. Operators of a repeated form count each time. */
  readonly operators: number;
  /** Operands of text-showing operators: glyphs, and moves between them. */
  readonly glyphs: number;
}

/** A page of pdf.js with the method that receives each part of its operator list. */
interface ReceivingPage {
  _renderPageChunk(chunk: Chunk, state: unknown): void;
}

const SHOWING: ReadonlySet<number> = new Set([OPS.showText, OPS.showSpacedText]);

/**
 * Counts what the pages of a document paint while pdf.js reads them. A form that paints others can make billions of
 * operators from a few bytes. pdf.js has no limit of its own.
 */
export class PaintingBudget {
  readonly #limits: PaintingLimits;
  #document: Painted = { operators: 0, glyphs: 0 };

  constructor(limits: PaintingLimits) {
    this.#limits = limits;
  }

  /**
   * The operator list of a page.
   *
   * @throws ServiceError `document_too_complex`, as soon as a limit is exceeded. The caller closes the document.
   */
  async operatorsOf(page: PDFPageProxy): Promise<OperatorList> {
    const receiving = page as unknown as ReceivingPage;
    const receive = receiving._renderPageChunk.bind(page);
    let fault: ServiceError | null = null;
    let painted: Painted = { operators: 0, glyphs: 0 };
    return await new Promise<OperatorList>((resolve, reject) => {
      receiving._renderPageChunk = (chunk, state) => {
        // Later parts are dropped, so that no memory grows until the document is closed.
        if (fault !== null) return;
        const added = paintedBy(chunk);
        painted = sum(painted, added);
        this.#document = sum(this.#document, added);
        fault =
          beyond('A page of the PDF', painted, this.#limits.page) ??
          beyond('The PDF', this.#document, this.#limits.document);
        if (fault === null) receive(chunk, state);
        else reject(fault);
      };
      page.getOperatorList().then(resolve, reject);
    });
  }
}

type Chunk = OperatorList & { readonly length: number };

function paintedBy({ fnArray, argsArray, length }: Chunk): Painted {
  let glyphs = 0;
  for (let at = 0; at < length; at++) {
    if (!SHOWING.has(fnArray[at]!)) continue;
    const [items] = argsArray[at] as readonly unknown[];
    if (Array.isArray(items)) glyphs += items.length;
  }
  return { operators: length, glyphs };
}

function sum(a: Painted, b: Painted): Painted {
  return { operators: a.operators + b.operators, glyphs: a.glyphs + b.glyphs };
}

/** The error if a limit is exceeded. `what`: the thing that was painted, for a person. */
function beyond(what: string, painted: Painted, limit: Painted): ServiceError | null {
  for (const [key, name] of NAMES)
    if (painted[key] > limit[key])
      return new ServiceError(
        'document_too_complex',
        `${what} paints at least ${painted[key]} ${name}, and at most ${limit[key]} are read. Split it and compare the parts, or print it to a new PDF.`,
      );
  return null;
}

const NAMES = [
  ['operators', 'operators'],
  ['glyphs', 'glyphs'],
] as const;
