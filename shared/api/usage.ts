import { Type, type Static } from 'typebox';

/** The plans, as spelled in the interface. */
export const PLANS = ['anonymous', 'basic', 'creator', 'creator_pro'] as const;
export type Plan = (typeof PLANS)[number];

/** Units of the caller's account in the current calendar month (UTC), including this request. */
export const Usage = Type.Object({
  used: Type.Integer({ minimum: 0 }),
  allowance: Type.Integer({ minimum: 0 }),
  remaining: Type.Integer({ minimum: 0 }),
  plan: Type.Enum(PLANS),
});
export type Usage = Static<typeof Usage>;
