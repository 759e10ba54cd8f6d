/** Shipped profiles of marks, by name. */
export const MARK_PROFILES = ['classic', 'black_and_white', 'color_safe', 'court', 'minimal'] as const;
export type MarkProfileName = (typeof MARK_PROFILES)[number];
