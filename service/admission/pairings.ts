import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../shared/errors.ts';
import type { Accounts } from './accounts.ts';
import type { LivePairing, PairingStore } from './ports.ts';
import { sha256Bytes } from '../sha256.ts';

/** Lifetime of a pairing of an extension. */
const PAIRING_SECONDS = 120;
/** Maximum number of wrong codes or verifiers of a pairing. */
export const PAIRING_TRIES = 5;

/** A pairing that waits for its owner, or for its extension to fetch the key. */
export interface Pairing {
  readonly pairingId: string;
  readonly extensionOrigin: string;
  readonly name: string;
  /** Six digits that the extension and the application show. */
  readonly code: string;
  readonly confirmed: boolean;
  readonly expiresInSeconds: number;
}

/** A waiting pairing as the owner sees it. */
export interface WaitingPairing extends Pairing {
  /** Whether another waiting extension has a name that looks the same, so that only the code tells them apart. */
  readonly lookAlike: boolean;
}

/** Who begins a pairing. */
export interface BegunBy {
  readonly extensionOrigin: string;
  /** The caller's network address. */
  readonly address: string;
  /** What the extension calls itself. */
  readonly name: string;
  readonly challenge: string;
}

/** Maximum number of waiting pairings. A person has one, and a flood must not grow. */
const MOST_WAITING = 16;
/** Maximum number of waiting pairings of one origin, and of one calling address. Others keep their places. */
const MOST_WAITING_OF_ONE = 4;

/**
 * Gives a browser extension its own key. The extension begins with a challenge and shows a code. The owner confirms
 * the code in the application. The extension then exchanges the verifier of its challenge (RFC 7636, S256) for the
 * key. A pairing lasts two minutes and allows five tries.
 */
export class Pairings {
  readonly #accounts: Accounts;
  readonly #now: () => Date;
  readonly #store: PairingStore;

  constructor(accounts: Accounts, store: PairingStore, now: () => Date) {
    this.#accounts = accounts;
    this.#store = store;
    this.#now = now;
  }

  /**
   * Begins a pairing. `address` is the caller's, `challenge` is base64url of 32 bytes. An extension that begins again
   * replaces its oldest pairing. Throws `rate_limited` if too many others wait.
   */
  async begin({ extensionOrigin, address, name, challenge }: BegunBy): Promise<Pairing> {
    const live: LivePairing[] = [];
    for (const pairing of await this.#store.all()) {
      if (this.#secondsLeft(pairing) > 0) live.push(pairing);
      else await this.#store.remove(pairing.pairingId);
    }
    const own = live.filter((pairing) => pairing.extensionOrigin === extensionOrigin);
    const replaced = own.length >= MOST_WAITING_OF_ONE ? own[0] : undefined;
    if (replaced !== undefined) await this.#store.remove(replaced.pairingId);
    refuseFlood(
      live.filter((pairing) => pairing !== replaced),
      address,
    );
    const pairing: LivePairing = {
      pairingId: `pair_${randomBytes(16).toString('hex')}`,
      extensionOrigin,
      address,
      name,
      code: String(randomInt(1_000_000)).padStart(6, '0'),
      challenge: Buffer.from(challenge, 'base64url'),
      beganAt: this.#now().getTime(),
      confirmed: false,
      wrongTries: 0,
    };
    await this.#store.insert(pairing);
    return this.#described(pairing);
  }

  /** The waiting pairings, oldest first. */
  async waiting(): Promise<WaitingPairing[]> {
    const live = (await this.#store.all()).filter((pairing) => this.#secondsLeft(pairing) > 0);
    return live.map((pairing) => ({
      ...this.#described(pairing),
      lookAlike: live.some((other) => other !== pairing && namesLookAlike(other.name, pairing.name)),
    }));
  }

  /** The owner confirms the code of the extension. Throws `gone`, and `invalid_request` for a wrong code. */
  async confirm(pairingId: string, code: string): Promise<void> {
    const pairing = await this.#get(pairingId);
    if (!sameSecret(Buffer.from(code), Buffer.from(pairing.code))) {
      await this.#countWrongTry(pairingId);
      const message = 'is not the code of this pairing: compare it with the one that the extension shows';
      throw new ServiceError('invalid_request', `/code ${message}.`, {
        issues: [{ in: 'body', path: '/code', message }],
      });
    }
    await this.#store.confirm(pairingId);
  }

  /** The owner refuses a pairing. Throws `gone`. */
  async refuse(pairingId: string): Promise<void> {
    await this.#get(pairingId);
    await this.#store.remove(pairingId);
  }

  /**
   * The key of a confirmed pairing, once; null before the confirmation. Throws `gone`, and `unauthorized` for a
   * verifier that does not match the challenge.
   */
  async exchange(pairingId: string, verifier: string): Promise<{ keyId: string; key: string } | null> {
    const pairing = await this.#get(pairingId);
    if (!sameSecret(sha256Bytes(verifier), Buffer.from(pairing.challenge))) {
      await this.#countWrongTry(pairingId);
      throw new ServiceError(
        'unauthorized',
        'The verifier is not the one of this pairing’s challenge. Begin a new pairing.',
      );
    }
    if (!pairing.confirmed) return null;
    // Of two exchanges at the same time one gets the key.
    if (!(await this.#store.remove(pairingId))) throw pairingGone();
    const { accountId } = await this.#accounts.owner();
    const created = await this.#accounts.createKey(accountId, pairing.name, pairing.extensionOrigin);
    if (created === null) throw new Error('The owner has no account.');
    return { keyId: created.apiKey.keyId, key: created.key };
  }

  /** Remaining seconds of a pairing; 0 if it is over or unknown. */
  async secondsLeft(pairingId: string): Promise<number> {
    const pairing = await this.#store.find(pairingId);
    return pairing === null ? 0 : Math.max(0, this.#secondsLeft(pairing));
  }

  async #get(pairingId: string): Promise<LivePairing> {
    const pairing = await this.#store.find(pairingId);
    if (pairing !== null && this.#secondsLeft(pairing) > 0) return pairing;
    await this.#store.remove(pairingId);
    throw pairingGone();
  }

  async #countWrongTry(pairingId: string): Promise<void> {
    if ((await this.#store.countWrongTry(pairingId)) >= PAIRING_TRIES) await this.#store.remove(pairingId);
  }

  #described(pairing: LivePairing): Pairing {
    const { pairingId, extensionOrigin, name, code, confirmed } = pairing;
    return { pairingId, extensionOrigin, name, code, confirmed, expiresInSeconds: this.#secondsLeft(pairing) };
  }

  #secondsLeft({ beganAt }: LivePairing): number {
    const age = this.#now().getTime() - beganAt;
    // A clock that was set back ends a pairing.
    return age < 0 ? 0 : Math.ceil(PAIRING_SECONDS - age / 1_000);
  }
}

function pairingGone(): ServiceError {
  return new ServiceError(
    'gone',
    `This pairing is over: it took longer than ${PAIRING_SECONDS} seconds, was refused or used, or ${PAIRING_TRIES} tries were wrong. Begin a new one.`,
  );
}

/** Throws `rate_limited` if this address, or all together, have as many pairings as they may. */
function refuseFlood(live: readonly LivePairing[], address: string): void {
  const ofAddress = live.filter((pairing) => pairing.address === address).length;
  const [waiting, most] =
    ofAddress >= MOST_WAITING_OF_ONE ? [ofAddress, MOST_WAITING_OF_ONE] : [live.length, MOST_WAITING];
  if (waiting < most) return;
  throw new ServiceError(
    'rate_limited',
    `${waiting} pairings wait already, and the limit is ${most}. Confirm or refuse one of them, or try again in ${PAIRING_SECONDS} seconds.`,
    { retryAfterSeconds: PAIRING_SECONDS },
  );
}

function sameSecret(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether two names look the same: without case, width, marks, spaces and punctuation (Unicode NFKD). */
function namesLookAlike(one: string, other: string): boolean {
  return bareName(one) === bareName(other);
}

function bareName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}
