import { PLANS, type Plan } from '../../shared/api/usage.ts';
import { unusable, wholeNumber, type Given } from './setting.ts';

/** Units a calendar month of each plan, unless configured otherwise. */
export const DEFAULT_UNITS_PER_MONTH: Readonly<Record<Plan, number>> = {
  anonymous: 100,
  basic: 500,
  creator: 5_000,
  creator_pro: 25_000,
};

/**
 * The monthly units of all plans. What is given is `{"basic": {"unitsPerMonth": 3}}`, or the same with `plans` around
 * it, as an object or as its JSON text; plans it does not name keep their default.
 */
export function readUnitsPerMonth(given: Given | undefined): Record<Plan, number> {
  const units = { ...DEFAULT_UNITS_PER_MONTH };
  if (given === undefined) return units;
  for (const [plan, settings] of Object.entries(plansOf(given))) {
    const from = `${given.from}, plan ${JSON.stringify(plan)},`;
    const name = PLANS.find((candidate) => candidate === plan);
    if (name === undefined)
      throw unusable({ value: plan, from: `a plan of ${given.from}` }, `one of ${PLANS.join(', ')}`);
    const { unitsPerMonth } = recordOf({ value: settings, from });
    if (unitsPerMonth === undefined) continue;
    units[name] = wholeNumber({ value: unitsPerMonth, from: `${from} unitsPerMonth` }, 0, Number.MAX_SAFE_INTEGER);
  }
  return units;
}

function plansOf(given: Given): Record<string, unknown> {
  const outer = recordOf(typeof given.value === 'string' ? { ...given, value: parsed(given) } : given);
  return 'plans' in outer ? recordOf({ value: outer.plans, from: given.from }) : outer;
}

function parsed(given: Given): unknown {
  try {
    return JSON.parse(String(given.value));
  } catch {
    throw unusable(given, 'a JSON object such as {"basic": {"unitsPerMonth": 3}}');
  }
}

function recordOf(given: Given): Record<string, unknown> {
  if (typeof given.value !== 'object' || given.value === null || Array.isArray(given.value)) {
    throw unusable(given, 'a JSON object such as {"basic": {"unitsPerMonth": 3}}');
  }
  return given.value as Record<string, unknown>;
}
