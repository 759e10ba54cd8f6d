/** Shows the changes of a result on the page itself, in the tab that was compared. */
import { unitsOf } from '../../shared/fragment/units.ts';
import { api } from '../browser-api.ts';
import type { ReaderWorld } from '../content/read-tab.ts';
import type { MarkedText, PageMarking } from '../content/mark-page.ts';
import type { ShownResult } from '../comparison/result.ts';
import { marksOfResult } from './marks-of-result.ts';
import type { TabMarking } from './tab-marking.ts';

/** Colours of marks, on light and on dark pages alike: a ground under the page's own text would not be readable. */
const STYLE = `
::highlight(diffsvc-inserted) { background-color: #bfe8c8; color: #0b3d1a; }
::highlight(diffsvc-changed) { background-color: #dcd6fb; color: #2a1a6b; }
::highlight(diffsvc-beside) { text-decoration: underline wavy #c0392b; }
`;

/** Marks the changes of a result on the page of its revised side. */
export async function markTab(result: ShownResult): Promise<TabMarking> {
  const { tabId, url } = result.sides.revised;
  const { blocks, changeIds } = marksOfResult(result.blocks);
  const marking = await inTab(tabId, blocks, url);
  if (marking === null) return { kind: 'not-readable' };
  if (marking.type !== 'marked') return { kind: marking.type };
  const shown = new Set(changeIds.filter((_, at) => marking.placed[at] === true));
  const { all } = unitsOf(result.blocks);
  if (tabId !== undefined) await api.tabs.update(tabId, { active: true }).catch(() => undefined);
  const visible = all.filter((unit) => unit.changeIds.some((id) => shown.has(id)));
  return { kind: 'marked', shown: visible.length, total: all.length };
}

/** Removes the marks of a result from its page. */
export async function unmarkTab({ sides: { revised } }: Pick<ShownResult, 'sides'>): Promise<void> {
  await inTab(revised.tabId, [], revised.url);
}

/** Null: the tab is closed, or the browser no longer lets the extension read it. */
async function inTab(
  tabId: number | undefined,
  blocks: readonly MarkedText[],
  url: string,
): Promise<PageMarking | null> {
  if (tabId === undefined) return null;
  const target = { tabId, frameIds: [0] };
  try {
    await api.scripting.executeScript({ target, files: ['content.js'] });
    await api.scripting.removeCSS({ target, css: STYLE }).catch(() => undefined);
    if (blocks.length > 0) await api.scripting.insertCSS({ target, css: STYLE });
    const [answer] = await api.scripting.executeScript({
      target,
      func: (texts: readonly MarkedText[], address: string) =>
        (globalThis as unknown as ReaderWorld).diffsvcMarkPage(texts, address, document),
      args: [blocks, url],
    });
    return markingOf(answer?.result);
  } catch {
    return null;
  }
}

/** A tab is not trusted. Anything unknown counts as unreadable. */
function markingOf(result: unknown): PageMarking | null {
  const { type, placed } = (result ?? {}) as { type?: unknown; placed?: unknown };
  if (type === 'other-page' || type === 'unsupported') return { type };
  return type === 'marked' && Array.isArray(placed) ? { type, placed: placed.map((one) => one === true) } : null;
}
