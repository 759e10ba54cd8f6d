/**
 * Runs in a tab, in the extension's own world, once the reader has asked for it. It leaves the reader function where the
 * next script of the extension finds it; pages do not see this world.
 */
import { readTab } from './read-tab.ts';

declare global {
  /** Reads the tab; set by content.js. */
  var diffsvcReadTab: typeof readTab;
}

globalThis.diffsvcReadTab = readTab;
