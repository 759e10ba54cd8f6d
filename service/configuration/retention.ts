import { DEFAULT_RETENTION, type RetentionTimes } from '../admission/retention.ts';
import { jsonObject, unusable, wholeNumber, type Given } from './setting.ts';

const EXAMPLE = 'a JSON object such as {"replySeconds": 604800}';
/** A hundred years: a longer time is a mistake. */
const MOST_SECONDS = 100 * 366 * 86_400;

/** The retention times. The input is an object with some of them, or its JSON text. The others keep their defaults. */
export function readRetention(given: Given | undefined): RetentionTimes {
  if (given === undefined) return DEFAULT_RETENTION;
  const times: Record<keyof RetentionTimes, number> = { ...DEFAULT_RETENTION };
  const names = Object.keys(times) as (keyof RetentionTimes)[];
  for (const [name, value] of Object.entries(jsonObject(given, EXAMPLE))) {
    const known = names.find((candidate) => candidate === name);
    if (known === undefined)
      throw unusable({ value: name, from: `a time of ${given.from}` }, `one of ${names.join(', ')}`);
    times[known] = wholeNumber({ value, from: `${given.from} ${name}` }, 1, MOST_SECONDS);
  }
  return times;
}
