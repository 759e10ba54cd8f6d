import { api, askToReachService, isFirefox } from '../browser-api.ts';
import { checkService, originAt, plainFetch } from '../comparison/service-access.ts';
import type { Pairing } from '../storage/database.ts';
import { words } from '../strings.ts';
import { PairingClient } from './pairing-client.ts';
import type { PairingDeps } from './pairing-session.svelte.ts';

/** The page of the service on which its owner confirms a pairing. */
export function pairingPageAt(port: number): string {
  return `${originAt(port)}/#/connections`;
}

/** The parts of a pairing in a browser. */
export function pairingParts(keep: (pairing: Pairing) => Promise<void>): PairingDeps {
  return {
    askToReach: askToReachService,
    checkService,
    clientAt: (port) => new PairingClient({ origin: originAt(port), fetch: plainFetch }),
    name: words.pairingName(isFirefox() ? 'Firefox' : 'Chromium'),
    openApp: (port) => void api.tabs.create({ url: pairingPageAt(port) }),
    keep,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => Date.now(),
  };
}
