import type { Plan } from '../../shared/api/usage.ts';

/** What a plan allows (specification sections 8 and its completion, 3). */
export interface PlanTerms {
  readonly requestsPerMinute: number;
  /** Units in a calendar month (UTC). */
  readonly unitsPerMonth: number;
  /** One input at most, in bytes. */
  readonly inputMaxBytes: number;
  /** Times to live that a hosted viewer may be given, in seconds. */
  readonly hostedTtlSeconds: readonly number[];
  /** Whether viewers of a comparison may review it. */
  readonly review: boolean;
}

/** The terms of every plan. */
export type PlanTable = Readonly<Record<Plan, PlanTerms>>;

const MIB = 1_048_576;
const hours = (...each: number[]): number[] => each.map((hour) => hour * 3_600);

/** The plans, unless configured otherwise. */
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
