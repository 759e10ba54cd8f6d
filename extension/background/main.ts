/** The background of the extension: it turns gestures into captures. Nothing lives in its memory; the browser ends it. */
import { parseExtensionMessage, type SidesChanged } from '../../shared/messages/extension-message.ts';
import { api, openPanel, type MessageSender, type Tab } from '../browser-api.ts';
import { Database } from '../storage/database.ts';
import { closeSettingsToTabs } from '../storage/settings.ts';
import { words } from '../strings.ts';
import { carryOut, type Outcome } from './carry-out.ts';
import { GESTURES, gestureOf, showsPanel, type Gesture } from './gestures.ts';
import { takeFromTab } from './take-from-tab.ts';

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
  // Scripts in tabs have no business here: only pages of the extension ask.
  if (message?.type !== 'capture' || sender.url?.startsWith(api.runtime.getURL('')) !== true) return undefined;
  return capture(message, message.tabId, TOP_FRAME);
});

/** The panel is asked for at once: later the browser would find no gesture any more. */
function onGesture(gesture: Gesture, tab: Tab, frameId: number): void {
  if (showsPanel(gesture) && tab.windowId !== undefined) openPanel(tab.windowId).catch(() => undefined);
  // What is not stored is told on the button.
  if (tab.id !== undefined) capture(gesture, tab.id, frameId).catch(() => undefined);
}

async function capture({ part, role }: Pick<Gesture, 'part' | 'role'>, tabId: number, frameId: number): Promise<void> {
  const taken = await takeFromTab(tabId, frameId, part);
  const tab = await api.tabs.get(tabId).catch(() => undefined);
  try {
    await show(await carryOut(database, role, taken, tab?.windowId ?? null));
  } catch (fault) {
    await show({ kind: 'failed', fault: { kind: 'not-stored' } });
    throw fault;
  }
  // Nobody listens while neither panel nor popup is open.
  await api.runtime.sendMessage({ type: 'sides-changed' } satisfies SidesChanged).catch(() => undefined);
}

/** Says on the button of the extension what became of a gesture. A panel that then compares takes the mark away. */
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
