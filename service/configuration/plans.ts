import { PLANS, type Plan } from '../../shared/api/usage.ts';
import { DEFAULT_PLANS, type PlanTable, type PlanTerms } from '../admission/plan-terms.ts';
import { jsonObject, unusable, wholeNumber, type Given } from './setting.ts';

const EXAMPLE = 'a JSON object such as {"basic": {"unitsPerMonth": 3}}';
/** A minute has no room for more requests, so a larger number is a mistake. */
const MOST_REQUESTS_PER_MINUTE = 1_000_000_000;

/**
 * The terms of all plans. The input is `{"basic": {"unitsPerMonth": 3, "requestsPerMinute": 60}}`, or the same inside
 * `plans`, as an object or as JSON text. Missing values keep their defaults.
 */
export function readPlans(given: Given | undefined): PlanTable {
  const plans: Record<Plan, PlanTerms> = { ...DEFAULT_PLANS };
  if (given === undefined) return plans;
  for (const [plan, settings] of Object.entries(plansOf(given))) {
    const name = PLANS.find((candidate) => candidate === plan);
    if (name === undefined)
      throw unusable({ value: plan, from: `a plan of ${given.from}` }, `one of ${PLANS.join(', ')}`);
    plans[name] = termsOf(name, { value: settings, from: `${given.from}, plan ${JSON.stringify(plan)},` });
  }
  return plans;
}

function termsOf(plan: Plan, given: Given): PlanTerms {
  const terms = DEFAULT_PLANS[plan];
  const { unitsPerMonth, requestsPerMinute, ...unknown } = jsonObject(given, EXAMPLE);
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    throw unusable({ value: name, from: `a term of ${given.from}` }, 'one of unitsPerMonth, requestsPerMinute');
  const number = (name: string, value: unknown, absent: number, least: number, most: number): number =>
    value === undefined ? absent : wholeNumber({ value, from: `${given.from} ${name}` }, least, most);
  return {
    ...terms,
    unitsPerMonth: number('unitsPerMonth', unitsPerMonth, terms.unitsPerMonth, 0, Number.MAX_SAFE_INTEGER),
    requestsPerMinute: number(
      'requestsPerMinute',
      requestsPerMinute,
      terms.requestsPerMinute,
      0,
      MOST_REQUESTS_PER_MINUTE,
    ),
  };
}

function plansOf(given: Given): Record<string, unknown> {
  const outer = jsonObject(given, EXAMPLE);
  return 'plans' in outer ? jsonObject({ value: outer.plans, from: given.from }, EXAMPLE) : outer;
}
