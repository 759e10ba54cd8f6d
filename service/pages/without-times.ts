/** A PDF date (ISO 32000-1, 7.9.4) after the name of one of the two entries with times. */
const DATES = /\/(?:CreationDate|ModDate)\s*\(D:\d{14}/g;
/** The earliest PDF date that all programs accept. */
const NO_TIME = '19800101000000';

/**
 * A PDF with neutral times of creation and change, so that the same pages give the same bytes. Only digits are
 * replaced, so that every position in the file stays. Dates in compressed objects stay.
 */
export function withoutTimes(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  return Buffer.from(
    text.replace(DATES, (found) => found.slice(0, -NO_TIME.length) + NO_TIME),
    'latin1',
  );
}
