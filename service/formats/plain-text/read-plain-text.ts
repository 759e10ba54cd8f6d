import { PLAIN_ATTRIBUTES, type Block } from '../../../shared/document/model.ts';
import { pathOf } from '../../../shared/document/path.ts';
import { composeText } from '../normalise/compose.ts';
import { dropByteOrderMark, unifyLineEnds } from '../normalise/white-space.ts';
import { LineEnvelope } from '../line-envelope.ts';
import { takeLooks } from '../look-record.ts';
import type { ReadResult } from '../read-result.ts';

const NOT_BLANK = /[^ \t]/;
const STARTS_PARAGRAPH = pathOf([{ kind: 'para', starts: true }]);
const IN_PARAGRAPH = pathOf([{ kind: 'para', starts: false }]);

/**
 * Reads plain text. Each line is a `line` block with its spaces and tabs. Blank lines separate paragraphs. More than one
 * is a look of the next line. CR LF, LF and CR end a line. NUL becomes U+FFFD. Throws `document_too_complex` for more
 * lines than `LineEnvelope` allows.
 */
export function readPlainText(text: string): ReadResult {
  const envelope = new LineEnvelope('<p class="line"></p>');
  const blocks: Block[] = [];
  let starts = true;
  let blankLines = 0;
  const unified = unifyLineEnds(dropByteOrderMark(text));
  for (const raw of (unified.includes('\0') ? unified.replaceAll('\0', '\ufffd') : unified).split('\n')) {
    if (!NOT_BLANK.test(raw)) {
      starts = true;
      blankLines += 1;
      continue;
    }
    const line = composeText(raw);
    envelope.addLine(line);
    if (starts) envelope.addContainer('<div class="para"></div>');
    const look = blankLines > 1 && blocks.length > 0 ? `blank-lines-before: ${blankLines}` : undefined;
    blocks.push({
      kind: 'text',
      type: 'line',
      attributes: PLAIN_ATTRIBUTES,
      runs: [{ text: line, marks: 0, href: null, ...(look !== undefined && { look }) }],
      path: starts ? STARTS_PARAGRAPH : IN_PARAGRAPH,
    });
    starts = false;
    blankLines = 0;
  }
  const { blocks: plain, record } = takeLooks(blocks);
  return { document: { blocks: plain, warnings: [] }, envelope: envelope.take(), appearance: { looks: record } };
}
