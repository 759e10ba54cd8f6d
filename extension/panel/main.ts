import { mount } from 'svelte';
import { unitCountsOf } from '../../shared/change/unit-counts.ts';
import { parseExtensionMessage } from '../../shared/messages/extension-message.ts';
import { api, askToReadClipboard, isOwnPage, mayReachService, type MessageSender } from '../browser-api.ts';
import { compareSides } from '../comparison/compare-sides.ts';
import { checkService, clientAt } from '../comparison/service-access.ts';
import { exportResult } from '../comparison/export-result.ts';
import { pairingParts } from '../pairing/pairing-parts.ts';
import { PairingSession } from '../pairing/pairing-session.svelte.ts';
import { Database } from '../storage/database.ts';
import { loadSettings, saveSettings } from '../storage/settings.ts';
import Panel from './Panel.svelte';
import { words } from '../strings.ts';
import { PanelSession } from './panel-session.svelte.ts';
import { markTab, unmarkTab } from './mark-tab.ts';
import { ResultActions } from './result-actions.svelte.ts';
import { saveFile } from './save-file.ts';
import { reviewOfResult } from './review-of-result.ts';
import '../styles/extension.css';
import '../../renderer/styles/diffsvc.css';

const database = new Database();

/**
 * The sides, and the wish of this window. The wish left a mark on the button, and this removes it. The background tells
 * of the sides after it has set the mark.
 */
async function takeSides(): ReturnType<Database['takeSides']> {
  const { id = null } = await api.windows.getCurrent();
  const taken = await database.takeSides(id);
  if (taken.sides.compareInWindow === null && (await api.action.getBadgeText({})) === words.badge['to-compare']) {
    await api.action.setBadgeText({ text: '' });
    await api.action.setTitle({ title: words.product });
  }
  return taken;
}

const session = new PanelSession({
  database,
  takeSides,
  loadSettings,
  saveSettings,
  mayReach: mayReachService,
  checkService,
  compare: ({ port, key }, captures, scope, signal, tell) => {
    const waits = (seconds: number): void =>
      tell(seconds > 0 ? { step: 'waiting', seconds } : { step: 'comparing', blocks: 0 });
    return compareSides(clientAt(port, key, waits), captures, scope, location.origin, signal, tell);
  },
  reviewOf: (result) => reviewOfResult(result, localStorage),
  countChanges: ({ sides, summary }) => {
    const { tabId } = sides.revised;
    const text = words.changesBadge(unitCountsOf(summary).total);
    // The browser forgets it when the tab shows another page. The tab may be closed by now.
    if (tabId !== undefined) void api.action.setBadgeText({ tabId, text }).catch(() => undefined);
  },
  readClipboard: async () => ((await askToReadClipboard()) ? await navigator.clipboard.readText() : null),
});

const actions = new ResultActions({
  makeFile: async (comparisonId, type, record) => {
    const access = session.access;
    if (access === null) throw new Error('A result is shown without a pairing.');
    await checkService(access.port);
    return await exportResult(
      clientAt(access.port, access.key),
      comparisonId,
      type,
      record,
      new AbortController().signal,
    );
  },
  saveFile,
  mark: markTab,
  unmark: unmarkTab,
});

const pairing = new PairingSession(
  pairingParts(async (paired) => {
    await database.setPairing(paired);
    await session.afterPairing();
  }),
);

api.runtime.onMessage.addListener((data: unknown, sender: MessageSender) => {
  const message = isOwnPage(sender) ? parseExtensionMessage(data) : null;
  if (message?.type === 'sides-changed') void session.sidesChanged();
  if (message?.type === 'pairing-changed') void session.pairingChanged();
  return undefined;
});

/** Only web addresses are followed, whatever the service sent. */
function openAddress(url: string): void {
  if (/^https?:\/\//i.test(url)) void api.tabs.create({ url });
}

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the panel.');
mount(Panel, {
  target,
  props: { session, pairing, actions, openAddress, openOptions: () => void api.runtime.openOptionsPage() },
});
void session.load();
