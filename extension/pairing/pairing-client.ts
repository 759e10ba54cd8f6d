import { PAIRING_KEY_PATH, PAIRINGS_PATH } from '../../shared/api/endpoint-paths.ts';
import type {
  BeginPairingRequest,
  BegunPairing,
  ExchangedPairing,
  ExchangePairingRequest,
} from '../../shared/api/pairing.ts';
import { readJson, Transport, type TransportOptions } from '../../shared/client/transport.ts';

/** A pairing that waits for its owner. The reader compares `code` with the application. */
export interface WaitingPairing {
  readonly pairingId: string;
  readonly code: string;
  readonly verifier: string;
  readonly expiresInSeconds: number;
}

const VERIFIER_BYTES = 32;

/**
 * Pairs with the service. The client sends a challenge of a verifier that stays here (RFC 7636, S256). Later it
 * exchanges the verifier for a key. Throws `ServiceCallError` on a refusal, and what `fetch` throws if nothing answers.
 */
export class PairingClient {
  readonly #transport: Transport<AbortSignal>;

  constructor(options: Omit<TransportOptions<AbortSignal>, 'bearer'>) {
    this.#transport = new Transport(options);
  }

  /** Begins a pairing. The owner reads `name` in the application. */
  async begin(name: string, signal: AbortSignal): Promise<WaitingPairing> {
    const verifier = base64Url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const request: BeginPairingRequest = { challenge: base64Url(new Uint8Array(digest)), name };
    const { pairingId, code, expiresInSeconds } = (await this.#post(PAIRINGS_PATH, request, signal)) as BegunPairing;
    return { pairingId, code, verifier, expiresInSeconds };
  }

  /**
   * The key, or the information that the owner has not confirmed yet. Throws `gone` if the pairing expired or was
   * refused.
   */
  async exchange({ pairingId, verifier }: WaitingPairing, signal: AbortSignal): Promise<ExchangedPairing> {
    const path = PAIRING_KEY_PATH.replace(':pairingId', encodeURIComponent(pairingId));
    return (await this.#post(path, { verifier } satisfies ExchangePairingRequest, signal)) as ExchangedPairing;
  }

  async #post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const contentType = 'application/json';
    return await this.#transport.call(
      { method: 'POST', path, body: JSON.stringify(body), contentType, signal },
      readJson,
    );
  }
}

/** Base64url without padding (RFC 4648, section 5). */
function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
