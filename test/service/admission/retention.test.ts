import { expect, it } from 'vitest';
import { durationText } from '../../../service/admission/retention.ts';

it.each([
  [604_800, '7 days'],
  [86_400, '24 hours'],
  [900, '15 minutes'],
  [60, '60 seconds'],
  [1, '1 second'],
  [3_601, '3601 seconds'],
])('%i is %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
