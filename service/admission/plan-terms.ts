import type { Plan } from '../../shared/api/usage.ts';

/** The terms of a plan. */
export interface PlanTerms {
  readonly requestsPerMinute: number;
  /** Units in a calendar month (UTC). */
  readonly unitsPerMonth: number;
  /** Maximum size of one input in bytes. */
  readonly inputMaxBytes: number;
  /** Permitted times to live of a hosted viewer, in seconds. */
  readonly hostedTtlSeconds: readonly number[];
  /** Whether viewers of a comparison may review it. */
  readonly review: boolean;
}

/** The terms of every plan. */
export type PlanTable = Readonly<Record<Plan, PlanTerms>>;

const MIB = 1_048_576;
const hours = (...each: number[]): number[] => each.map((hour) => hour * 3_600);

/** The default plans. The configuration may change them. */
export const DEFAULT_PLANS: PlanTable = {
  anonymous: {
    requestsPerMinute: 10,
    unitsPerMonth: 100,
    inputMaxBytes: 5 * MIB,
    hostedTtlSeconds: hours(24),
    review: false,
  },
  basic: {
    requestsPerMinute: 30,
    unitsPerMonth: 500,
    inputMaxBytes: 5 * MIB,
    hostedTtlSeconds: hours(24),
    review: false,
  },
  creator: {
    requestsPerMinute: 120,
    unitsPerMonth: 5_000,
    inputMaxBytes: 5 * MIB,
    hostedTtlSeconds: hours(24, 32),
    review: true,
  },
  creator_pro: {
    requestsPerMinute: 300,
    unitsPerMonth: 25_000,
    inputMaxBytes: 10 * MIB,
    hostedTtlSeconds: hours(24, 32, 48, 72),
    review: true,
  },
};
