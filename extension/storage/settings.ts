import { api } from '../browser-api.ts';
import { parseSettings, type Settings } from './settings-form.ts';

/** The stored settings. */
export async function loadSettings(): Promise<Settings> {
  return parseSettings(await api.storage.local.get(['port', 'pageScope', 'framed']));
}

/** Stores the settings. */
export async function saveSettings(settings: Settings): Promise<void> {
  await api.storage.local.set({ ...settings });
}

/** Closes the settings to scripts in tabs, if the browser supports it. */
export async function closeSettingsToTabs(): Promise<void> {
  const { local } = api.storage as unknown as {
    local: { setAccessLevel?: (to: { accessLevel: string }) => Promise<void> };
  };
  await local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
