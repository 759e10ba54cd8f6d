import { mount } from 'svelte';
import { parseExtensionMessage } from '../../shared/messages/extension-message.ts';
import { api, askToReadClipboard, mayReachService, type MessageSender } from '../browser-api.ts';
import { compareSides } from '../comparison/compare-sides.ts';
import { checkService, clientAt } from '../comparison/service-access.ts';
import { pairingParts } from '../pairing/pairing-parts.ts';
import { PairingSession } from '../pairing/pairing-session.svelte.ts';
import { Database } from '../storage/database.ts';
import { loadSettings, saveSettings } from '../storage/settings.ts';
import Panel from './Panel.svelte';
import { PanelSession } from './panel-session.svelte.ts';
import { reviewOfResult } from './review-of-result.ts';
import '../styles/extension.css';
import '../../renderer/styles/diffsvc.css';

const database = new Database();

const session = new PanelSession({
  database,
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
  readClipboard: async () => ((await askToReadClipboard()) ? await navigator.clipboard.readText() : null),
});

const pairing = new PairingSession(
  pairingParts(async (paired) => {
    await database.setPairing(paired);
    await session.afterPairing();
  }),
);

api.runtime.onMessage.addListener((data: unknown, sender: MessageSender) => {
  const message = parseExtensionMessage(data);
  if (message?.type === 'sides-changed' && sender.id === api.runtime.id) void session.takeSides(message.compare);
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
  props: { session, pairing, openAddress, openOptions: () => void api.runtime.openOptionsPage() },
});
void session.load();
