import type { Plan, Usage } from '../../shared/api/usage.ts';
import { DOCUMENTS_MAX_BYTES, OWN_DOCUMENT_MAX_BYTES } from '../../shared/limits.ts';
import type { PlanTerms } from './plan-terms.ts';

/** The caller. Usage, rate, uploads, idempotency keys and comparisons belong to the `subject`. */
export interface Identity {
  /** The store's name: `account:<id>`, or `address:<address or /64 network>` for an anonymous caller. */
  readonly subject: string;
  /** How the caller was identified. */
  readonly by: 'address' | 'api-key' | 'access-token';
  /** Null for an anonymous caller. */
  readonly accountId: string | null;
  /** The API key in use, or null. */
  readonly keyId: string | null;
  /** Origin of the extension that owns this key; null for any other caller. */
  readonly extensionOrigin: string | null;
  /** Whether the caller is the owner of this installation with an access token, who may manage keys and pairings. */
  readonly managesInstallation: boolean;
  readonly plan: Plan;
  readonly terms: PlanTerms;
  /** Units in a calendar month (UTC). An account may have its own number. */
  readonly unitsPerMonth: number;
}

/**
 * Whether the caller is on the owner's own machine: the owner's page, desktop or command line, or the extension that the
 * owner paired. Plans limit other callers.
 */
export function isOnOwnMachine({ managesInstallation, extensionOrigin }: Identity): boolean {
  return managesInstallation || extensionOrigin !== null;
}

/** The largest documents of a caller, in bytes. */
export interface DocumentLimits {
  readonly oneBytes: number;
  readonly bothBytes: number;
}

/** The largest documents that a caller may compare. */
export function documentLimitsOf(identity: Identity): DocumentLimits {
  return isOnOwnMachine(identity)
    ? { oneBytes: OWN_DOCUMENT_MAX_BYTES, bothBytes: 2 * OWN_DOCUMENT_MAX_BYTES }
    : { oneBytes: identity.terms.inputMaxBytes, bothBytes: DOCUMENTS_MAX_BYTES };
}

/** The caller's month after `used` units, as the API reports it. */
export function usageOf(identity: Identity, used: number): Usage {
  const { unitsPerMonth: allowance, plan } = identity;
  return { used, allowance, remaining: Math.max(0, allowance - used), plan };
}
