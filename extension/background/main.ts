/**
 * The background of the extension. It turns gestures into captures. It holds only their order in memory, because the
 * browser may end it at any time.
 */
import { parseExtensionMessage, type SidesChanged } from '../../shared/messages/extension-message.ts';
import { api, isOwnPage, openPanel, type MessageSender, type Tab } from '../browser-api.ts';
import { Database } from '../storage/database.ts';
import { closeSettingsToTabs } from '../storage/settings.ts';
import { words } from '../strings.ts';
import { carryOut, carryOutPair, type Outcome } from './carry-out.ts';
import { GESTURES, gestureOf, showsPanel, type Gesture } from './gestures.ts';
import { takeFromTab } from './take-from-tab.ts';
import { takePair } from './take-pair.ts';

const TOP_FRAME = 0;
const BADGE_COLOUR = '#17324d';

const database = new Database();

api.runtime.onInstalled.addListener(() => {
  void prepare();
});

api.contextMenus.onClicked.addListener((click, tab) => {
  const gesture = gestureOf(click.menuItemId);
  if (gesture === null || tab === undefined) return;
  onGesture(gesture, tab, gesture.part === 'selection' ? (click.frameId ?? TOP_FRAME) : TOP_FRAME);
});

api.commands.onCommand.addListener((command, tab) => {
  const gesture = gestureOf(command);
  if (gesture !== null && tab !== undefined) onGesture(gesture, tab, TOP_FRAME);
});

api.runtime.onMessage.addListener((data: unknown, sender: MessageSender) => {
  const message = parseExtensionMessage(data);
  if (message?.type !== 'capture' || !isOwnPage(sender)) return undefined;
  return capture(message, message.tabId, TOP_FRAME);
});

/** The panel opens at once, because the browser would not accept the gesture later. */
function onGesture(gesture: Gesture, tab: Tab, frameId: number): void {
  if (showsPanel(gesture) && tab.windowId !== undefined) openPanel(tab.windowId).catch(() => undefined);
  // The button reports what could not be stored.
  if (tab.id !== undefined) capture(gesture, tab.id, frameId).catch(() => undefined);
}

/** The gesture before. Gestures are stored in their order, although a long page takes longer to read. */
let previous: Promise<unknown> = Promise.resolve();

async function capture(gesture: Pick<Gesture, 'part' | 'role'>, tabId: number, frameId: number): Promise<void> {
  const before = previous;
  const carriedOut = take(gesture, tabId, frameId, before);
  previous = carriedOut.catch(() => undefined);
  try {
    await show(await carriedOut);
  } catch (fault) {
    await show({ kind: 'failed', fault: { kind: 'not-stored' } });
    throw fault;
  }
  // Nobody listens while neither panel nor popup is open.
  await api.runtime.sendMessage({ type: 'sides-changed' } satisfies SidesChanged).catch(() => undefined);
}

/** Reads what a gesture asks for at once, and stores it after the gesture before. */
async function take(
  { part, role }: Pick<Gesture, 'part' | 'role'>,
  tabId: number,
  frameId: number,
  before: Promise<unknown>,
): Promise<Outcome> {
  if (role === 'pair') {
    const pair = await takePair(tabId);
    await before;
    return await carryOutPair(database, pair, await windowOf(tabId));
  }
  const taken = await takeFromTab(tabId, frameId, part);
  await before;
  return await carryOut(database, role, taken, await windowOf(tabId));
}

async function windowOf(tabId: number): Promise<number | null> {
  const tab = await api.tabs.get(tabId).catch(() => undefined);
  return tab?.windowId ?? null;
}

/** Shows the result of a gesture on the extension's button. A panel that then compares removes the mark. */
async function show(outcome: Outcome): Promise<void> {
  const text = words.badge[outcome.kind];
  await api.action.setBadgeBackgroundColor({ color: BADGE_COLOUR });
  await api.action.setBadgeText({ text });
  await api.action.setTitle({ title: words.buttonTitle(outcome) });
}

async function prepare(): Promise<void> {
  await closeSettingsToTabs();
  await api.contextMenus.removeAll();
  for (const [id, { title, part }] of Object.entries(GESTURES)) {
    api.contextMenus.create({ id, title, contexts: [part] });
  }
}
