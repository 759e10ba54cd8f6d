import type { Plan, Usage } from '../../shared/api/usage.ts';
import type { PlanTerms } from './plan-terms.ts';

/** Who asks. Usage, rate, uploads, keys of operations and comparisons belong to the `subject`. */
export interface Identity {
  /** As the store knows it: `account:<id>`, or `address:<address or /64 network>` of an anonymous caller. */
  readonly subject: string;
  /** How the caller showed who it is. */
  readonly by: 'address' | 'api-key' | 'access-token';
  /** Null for an anonymous caller. */
  readonly accountId: string | null;
  /** The API key in use; null without one. */
  readonly keyId: string | null;
  /** Origin of the extension whose key this is; null for every other caller. */
  readonly extensionOrigin: string | null;
  /** The owner of this installation, by an access token: may manage keys and pairings. */
  readonly managesInstallation: boolean;
  readonly plan: Plan;
  readonly terms: PlanTerms;
  /** Units a calendar month (UTC); an account may have its own number. */
  readonly unitsPerMonth: number;
}

/** What the caller is told of its month, when `used` units are counted. */
export function usageOf(identity: Identity, used: number): Usage {
  const { unitsPerMonth: allowance, plan } = identity;
  return { used, allowance, remaining: Math.max(0, allowance - used), plan };
}
