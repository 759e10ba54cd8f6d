/**
 * Runs in a tab, in the extension's isolated world, at the reader's request. It leaves the reader function for the
 * next script of the extension. Pages do not see this world.
 */
import { readTab, type ReaderWorld } from './read-tab.ts';

Object.assign(globalThis, { diffsvcReadTab: readTab } satisfies ReaderWorld);
