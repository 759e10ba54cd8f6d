import type { Block } from '../../../shared/document/model.ts';
import { LineEnvelope } from '../line-envelope.ts';
import { dropByteOrderMark } from '../normalise/white-space.ts';
import type { JsonLine, ReadResult } from '../read-result.ts';
import { parseJson } from './parse-json.ts';
import type { JsonValue } from './parse-json.ts';

const JSON_WHITE_SPACE_ONLY = /^[ \t\n\r]*$/;

/**
 * Reads JSON without loss: the canonical form is two spaces of indentation, one scalar a line, names sorted by code
 * point, empty arrays and objects on one line; each line is a `code-line` block. Numbers stand as written; strings in
 * the escapes of `JSON.stringify`, otherwise as written too, so text is not brought into NFC here. An input with
 * nothing but white space is a document without blocks.
 *
 * Throws as `parseJson` does.
 */
export function readJson(text: string): ReadResult {
  const envelope = new LineEnvelope('<pre class="line"></pre>');
  const blocks: Block[] = [];
  const jsonLines: JsonLine[] = [];
  const source = dropByteOrderMark(text);
  if (!JSON_WHITE_SPACE_ONLY.test(source)) {
    writeLines(parseJson(source), (line, pointer, value) => {
      envelope.addLine(line);
      jsonLines.push({ value, pointer });
      blocks.push({
        kind: 'text',
        type: 'code-line',
        attributes: {},
        runs: [{ text: line, marks: 0, href: null }],
        path: [],
      });
    });
  }
  return { document: { blocks, warnings: [] }, envelope: envelope.take(), jsonLines };
}

/** A value on the way to its lines. `before` and `after` stand around it on its first and last line. */
interface Pending {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly indent: string;
  readonly name: string;
  readonly comma: string;
}

/** A finished line: the end of an array or object. */
interface Closing {
  readonly line: string;
  readonly pointer: string;
  readonly value: JsonValue;
}

function writeLines(root: JsonValue, write: (line: string, pointer: string, value: JsonValue) => void): void {
  const stack: (Pending | Closing)[] = [{ value: root, pointer: '', indent: '', name: '', comma: '' }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if ('line' in next) {
      write(next.line, next.pointer, next.value);
      continue;
    }
    const { value, pointer, indent, name, comma } = next;
    const start = indent + name;
    if (value.kind === 'scalar') {
      write(start + value.text + comma, pointer, value);
      continue;
    }
    const inner = indent + '  ';
    const children: Pending[] = [];
    if (value.kind === 'array') {
      value.items.forEach((item, i) => {
        children.push({ value: item, pointer: `${pointer}/${i}`, indent: inner, name: '', comma: ',' });
      });
    } else {
      for (const key of [...value.members.keys()].sort(compareCodePoints)) {
        const member = value.members.get(key)!;
        const memberPointer = `${pointer}/${escapePointer(key)}`;
        const written = `${JSON.stringify(key)}: `;
        children.push({ value: member, pointer: memberPointer, indent: inner, name: written, comma: ',' });
      }
    }
    const [open, close] = value.kind === 'array' ? '[]' : '{}';
    const last = children.pop();
    if (!last) {
      write(`${start}${open}${close}${comma}`, pointer, value);
      continue;
    }
    write(`${start}${open}`, pointer, value);
    stack.push({ line: `${indent}${close}${comma}`, pointer, value }, { ...last, comma: '' });
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child) stack.push(child);
    }
  }
}

/** A name as one reference token of a JSON Pointer (RFC 6901, section 3). */
function escapePointer(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** Order by code points: differs from the order by UTF-16 units where one side has a surrogate. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
