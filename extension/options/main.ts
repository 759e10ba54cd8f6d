import { mount } from 'svelte';
import type { PairingChanged } from '../../shared/messages/extension-message.ts';
import { api } from '../browser-api.ts';
import { checkService, clientAt } from '../comparison/service-access.ts';
import { pairingParts } from '../pairing/pairing-parts.ts';
import { PairingSession } from '../pairing/pairing-session.svelte.ts';
import { Database } from '../storage/database.ts';
import { loadSettings, saveSettings } from '../storage/settings.ts';
import Options from './Options.svelte';
import { OptionsSession } from './options-session.svelte.ts';
import '../styles/extension.css';

const database = new Database();
const session = new OptionsSession({
  database,
  saveSettings,
  revokeKey: async (port, { keyId, key }) => {
    await checkService(port);
    await clientAt(port, key).revokeKey(keyId);
  },
  removeReviews: () => localStorage.clear(),
  // The call fails while no panel is open to listen. That is no fault.
  tellPairing: () =>
    void api.runtime.sendMessage({ type: 'pairing-changed' } satisfies PairingChanged).catch(() => undefined),
});
const pairing = new PairingSession(pairingParts((paired) => session.keepPairing(paired)));

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the options.');
await session.load(await loadSettings());
mount(Options, { target, props: { session, pairing } });
