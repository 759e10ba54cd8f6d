import { PLAIN_ATTRIBUTES, type Block } from '../../../shared/document/model.ts';
import { pathOf } from '../../../shared/document/path.ts';
import { composeText } from '../normalise/compose.ts';
import { dropByteOrderMark, unifyLineEnds } from '../normalise/white-space.ts';
import { LineEnvelope } from '../line-envelope.ts';
import type { ReadResult } from '../read-result.ts';

const NOT_BLANK = /[^ \t]/;
const STARTS_PARAGRAPH = pathOf([{ kind: 'para', starts: true }]);
const IN_PARAGRAPH = pathOf([{ kind: 'para', starts: false }]);

/**
 * Reads plain text. Each line is a `line` block with its spaces and tabs. Blank lines separate paragraphs. CR LF, LF
 * and CR end a line. NUL becomes U+FFFD. Throws `document_too_complex` for more lines than `LineEnvelope` allows.
 */
export function readPlainText(text: string): ReadResult {
  const envelope = new LineEnvelope('<p class="line"></p>', text);
  const blocks: Block[] = [];
  let starts = true;
  const unified = unifyLineEnds(dropByteOrderMark(text));
  for (const raw of (unified.includes('\0') ? unified.replaceAll('\0', '\ufffd') : unified).split('\n')) {
    if (!NOT_BLANK.test(raw)) {
      starts = true;
      continue;
    }
    const line = composeText(raw);
    envelope.addLine(line);
    if (starts) envelope.addContainer('<div class="para"></div>');
    blocks.push({
      kind: 'text',
      type: 'line',
      attributes: PLAIN_ATTRIBUTES,
      runs: [{ text: line, marks: 0, href: null }],
      path: starts ? STARTS_PARAGRAPH : IN_PARAGRAPH,
    });
    starts = false;
  }
  return { document: { blocks, warnings: [] }, envelope: envelope.take() };
}
