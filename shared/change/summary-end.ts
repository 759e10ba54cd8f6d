/** The last line of a summary on paper. Whoever reads the print again begins behind it. */
export const SUMMARY_END = 'The redline begins on the next page.';
