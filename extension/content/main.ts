/**
 * Runs in a tab, in the extension's isolated world, at the reader's request. It leaves its functions for the next
 * script of the extension. Pages do not see this world.
 */
import { markPage } from './mark-page.ts';
import { readPdf } from './read-pdf.ts';
import { readTab, type ReaderWorld } from './read-tab.ts';

Object.assign(globalThis, {
  diffsvcReadTab: readTab,
  diffsvcReadPdf: readPdf,
  diffsvcMarkPage: markPage,
} satisfies ReaderWorld);
