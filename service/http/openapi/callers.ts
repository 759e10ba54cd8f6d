import type { ErrorCode } from '../../../shared/errors.ts';
import type { Caller } from './operation.ts';

const BEARER_REFUSALS: readonly ErrorCode[] = ['unauthorized', 'invalid_api_key', 'api_key_revoked', 'rate_limited'];

/** The requirements of each kind of caller and the resulting refusals. An empty requirement means none. */
export const CALLERS: Readonly<Record<Caller, { security: object[]; refusals: readonly ErrorCode[] }>> = {
  everyone: { security: [{}], refusals: [] },
  anyone: { security: [{}, { bearer: [] }], refusals: BEARER_REFUSALS },
  account: { security: [{ bearer: [] }], refusals: BEARER_REFUSALS },
  exporter: { security: [{ bearer: [] }], refusals: ['export_authentication_required', ...BEARER_REFUSALS] },
  owner: { security: [{ bearer: [] }], refusals: BEARER_REFUSALS },
  viewer: { security: [{ viewerToken: [] }, { viewerTokenHeader: [] }, { bearer: [] }], refusals: BEARER_REFUSALS },
  'own page': { security: [{ pageSession: [] }], refusals: [] },
  extension: { security: [{}], refusals: ['rate_limited'] },
  'upload token': { security: [{ uploadToken: [] }], refusals: [] },
};

/** Whether the answers to this kind of caller count requests a minute. */
export function isLimited(caller: Caller): boolean {
  return CALLERS[caller].refusals.includes('rate_limited');
}
