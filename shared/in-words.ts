/** Sizes and times as every surface shows them to people. Programs get exact numbers beside these words. */

const KILOBYTE = 1024;
const decimal = /* @__PURE__ */ new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = /* @__PURE__ */ new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A size as people say it, in units of 1,024: "19.5 KB", "10 MB". */
export function sizeInWords(sizeBytes: number): string {
  if (sizeBytes < KILOBYTE) return sizeBytes === 1 ? '1 byte' : `${sizeBytes} bytes`;
  const units = ['KB', 'MB', 'GB'] as const;
  let [value, at] = [sizeBytes / KILOBYTE, 0];
  while (value >= KILOBYTE - 0.5 && at < units.length - 1) {
    value /= KILOBYTE;
    at += 1;
  }
  return `${(value < 100 ? decimal : whole).format(value)} ${units[at]}`;
}

/** The size of a thing that exceeds a limit. It never reads like the limit itself. */
export function excessInWords(sizeBytes: number, limitBytes: number): string {
  const [size, limit] = [sizeInWords(sizeBytes), sizeInWords(limitBytes)];
  return size === limit ? `a little more than ${limit}` : size;
}

/** A formatter of days with their time: "28 Nov 2026, 14:50". `timeZone`: without it, that of the machine. */
export function momentFormat(timeZone?: 'UTC'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) });
}

/** A formatter of days: "28 Nov 2026". */
export function dayFormat(timeZone?: 'UTC'): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...(timeZone && { timeZone }) });
}
