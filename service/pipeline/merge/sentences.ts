/** Splits text into sentences. Pure. */

/** What may end a sentence inside of a line. A line without it is one sentence, which saves most of the time. */
const SENTENCE_END = /[.!?…。！？؟।][^\n]*\S/u;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of one line, with the white space after them. They are the whole line. */
export function sentencesOf(line: string): string[] {
  if (!SENTENCE_END.test(line)) return [line];
  const sentences = [...SEGMENTER.segment(line)].map(({ segment }) => segment);
  // Where a line ends belongs to its last sentence.
  const last = sentences.at(-1);
  if (sentences.length > 1 && last !== undefined && last.trim() === '')
    sentences.splice(-2, 2, sentences.at(-2)! + last);
  return sentences;
}
