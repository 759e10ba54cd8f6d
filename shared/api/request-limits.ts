/** Limits of fields that several requests have. */

/** Maximum number of entries of `output`, repeated names included. */
export const OUTPUTS_MAX = 32;
/** Maximum length of a web origin, in UTF-16 units: a host name has 253 at most (RFC 1035, 2.3.4). */
export const ORIGIN_MAX_LENGTH = 300;
