import { mount } from 'svelte';
import type { CaptureRequest } from '../../shared/messages/extension-message.ts';
import { api, mayReachService, openPanel, type Tab } from '../browser-api.ts';
import { checkService } from '../comparison/service-access.ts';
import { Database } from '../storage/database.ts';
import { loadSettings } from '../storage/settings.ts';
import Popup from './Popup.svelte';
import type { PopupActions } from './popup-actions.ts';
import '../styles/extension.css';

const database = new Database();

/** The current tab. It is known before the first click, because a panel opens only within the click. */
async function shownTab(): Promise<Tab | undefined> {
  const [tab] = await api.tabs.query({ active: true, lastFocusedWindow: true });
  return tab;
}

const tab = await shownTab();

const selected = await api.tabs.query({ highlighted: true, lastFocusedWindow: true });

const actions: PopupActions = {
  hasTab: tab?.id !== undefined,
  selectedTabs: selected.length,
  service: async () => {
    const { port } = await loadSettings();
    if ((await database.pairing()) === null || !(await mayReachService())) return { kind: 'unpaired' };
    return await checkService(port).then(
      () => ({ kind: 'running', port }) as const,
      () => ({ kind: 'stopped', port }) as const,
    );
  },
  sides: () => database.sides(),
  capture: async (part, role) => {
    const tabId = tab?.id ?? -1;
    await api.runtime.sendMessage({ type: 'capture', tabId, part, role } satisfies CaptureRequest);
  },
  openPanel: () => {
    if (tab?.windowId !== undefined) openPanel(tab.windowId).catch(() => undefined);
  },
  openOptions: () => void api.runtime.openOptionsPage(),
  close: () => window.close(),
};

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the popup.');
mount(Popup, { target, props: { actions, sides: await database.sides() } });
