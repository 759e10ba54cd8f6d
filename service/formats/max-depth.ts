/** Maximum nesting of an input. A deeper one is refused as `document_too_complex`. */
export const GUARD_MAX_DEPTH = 2_000;
