/** How a printed redline shows insertions and deletions. `shaded`: on a coloured ground, underlined or struck out. */
export const INSERTION_LOOKS = ['shaded', 'underline', 'double_underline'] as const;
export const DELETION_LOOKS = ['shaded', 'strikethrough', 'double_strikethrough'] as const;
export const PAPERS = ['a4', 'letter'] as const;
/** How a PDF of marked pages has both sides. */
export const PAGES_LAYOUTS = ['side_by_side', 'one_after_the_other'] as const;
export type InsertionLook = (typeof INSERTION_LOOKS)[number];
export type DeletionLook = (typeof DELETION_LOOKS)[number];
export type Paper = (typeof PAPERS)[number];
export type PagesLayout = (typeof PAGES_LAYOUTS)[number];
