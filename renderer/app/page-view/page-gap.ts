/** Free space around each page, in CSS pixels. */
export const PAGE_GAP = 12;
