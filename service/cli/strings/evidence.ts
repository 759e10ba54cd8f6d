/** The texts of `diffsvc evidence`, and of the verification of packs. Errors are where they are thrown. */

/** `diffsvc evidence`. */
export const EVIDENCE = {
  description: 'write a pack that proves a comparison anywhere',
  output: 'the pack to write, a ZIP archive',
  changesOnly: 'only the changes: neither the files nor any unchanged text',
  witness: 'read both files with a second reader, too, and say whether it agrees',
  date: 'date of the pack (now); the same files, options and date give the same bytes',
  after: `
The pack has a manifest with digests of the files, of their texts and of the redline, with the settings and the version.
It also has the redline, the changes and both files. diffsvc verify PACK proves it again on any machine.`,
} as const;

/** What the verification of a pack checks. */
export const EVIDENCE_CHECKS = {
  entry: (name: string): string => `${name} is as the manifest says`,
  nothingElse: 'the pack has nothing else',
  fragment: 'the redline is the one of the manifest',
  rejectAll: 'rejecting all gives the original',
  acceptAll: 'accepting all gives the revised',
  file: (side: string): string => `the ${side} file is the one that was compared`,
  text: (side: string): string => `the ${side} text is read as it was`,
  reading: (side: string): string => `the ${side} document is read as it was`,
  changes: 'comparing again gives the same redline and the same changes',
  compared: 'comparing again, which needs both files: name them before the pack',
  members: 'the manifest has nothing else',
  entries: 'the pack has the entries that it must have',
  entryName: (side: string): string => `the entry of the ${side} file has its name`,
  size: (side: string): string => `the ${side} file has its size`,
  format: 'the format is the one that was compared',
  sameness: 'the sameness is what the comparison gives',
  summary: 'the counts are those of the changes',
  witness: (side: string): string => `the second reader of the ${side} file finds the same`,
  values: (pack: string, calculated: string): string => `; the pack says ${pack}, calculated is ${calculated}`,
  proved: 'everything holds',
  broken: 'something does not hold',
  unchecked: 'something could not be checked; the rest holds',
} as const;
