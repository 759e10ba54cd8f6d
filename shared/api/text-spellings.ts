/**
 * The spellings that a text request may use, and what each means inside. Aliases live here only: behind the request
 * parser there is one name for one thing.
 */

/** Every accepted `format`, with the name used inside. */
export const FORMAT_SPELLINGS = {
  auto: 'auto',
  html: 'html',
  markdown: 'markdown',
  md: 'markdown',
  txt: 'txt',
  plain: 'txt',
  json: 'json',
} as const;

/** Every accepted member of `output`, with the name used inside. */
export const OUTPUT_SPELLINGS = {
  html: 'html',
  json: 'json',
  hosted_viewer: 'hosted_viewer',
  viewer: 'hosted_viewer',
  embed: 'hosted_viewer',
} as const;

/** `mode` has no aliases. */
export const MODES = ['auto', 'word', 'block'] as const;

/** `hostedViewerTtl`: hours with their unit, hours, or seconds. */
export const TTL_SPELLINGS = ['24h', '32h', '48h', '72h', 24, 32, 48, 72, 86_400, 115_200, 172_800, 259_200] as const;

/** An accepted spelling of a time to live. */
export type TtlSpelling = (typeof TTL_SPELLINGS)[number];

/** No hosted viewer lives for so many hours: a larger number counts seconds. */
const HOURS_BELOW = 1_000;

/** The time that a spelling means, in seconds. */
export function ttlSecondsOf(spelling: TtlSpelling): number {
  if (typeof spelling === 'string') return Number(spelling.slice(0, -1)) * 3_600;
  return spelling < HOURS_BELOW ? spelling * 3_600 : spelling;
}

/** An input format, or the wish that the service detects it. */
export type RequestedFormat = (typeof FORMAT_SPELLINGS)[keyof typeof FORMAT_SPELLINGS];
/** A detected or stated input format. */
export type ComparedFormat = Exclude<RequestedFormat, 'auto'>;
/** A part of the answer that the caller may ask for. */
export type RequestedOutput = (typeof OUTPUT_SPELLINGS)[keyof typeof OUTPUT_SPELLINGS];
/** How fine the comparison is to be. */
export type RequestedMode = (typeof MODES)[number];
/** How fine the comparison was. */
export type EffectiveMode = Exclude<RequestedMode, 'auto'>;
