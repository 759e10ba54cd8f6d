/** The first fault of a text that is not JSON. */
export interface JsonFault {
  /** UTF-16 offset of the unexpected character; the length of the text if it ends too early. */
  readonly offset: number;
  /** What was expected there. */
  readonly expected: string;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Finds the first fault of a text by the grammar of RFC 8259; null for valid JSON. The platform's parser reports the
 * position only sometimes, and it quotes the text, which a message must not.
 */
export function locateJsonFault(text: string): JsonFault | null {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const fault = (expected: string): JsonFault => ({ offset: at, expected });
  /** Skips a string whose opening quote is at `at`. */
  const skipString = (): JsonFault | null => {
    at++;
    for (;;) {
      skip(PLAIN);
      if (at === text.length) return fault('the closing quote of a string');
      if (text[at] === '"') {
        at++;
        return null;
      }
      if (text[at] !== '\\') return fault('an escape such as \\n: no control character stands in a string as it is');
      if (!skip(ESCAPE)) return fault('one of the escapes of JSON');
    }
  };

  const open: ('{' | '[')[] = [];
  for (;;) {
    // A value begins here.
    skip(SPACE);
    const first = text[at];
    if (first === '{' || first === '[') {
      at++;
      skip(SPACE);
      if (text[at] === (first === '{' ? '}' : ']')) at++;
      else {
        open.push(first);
        if (first === '[') continue;
        const wrong = skipName();
        if (wrong !== null) return wrong;
        continue;
      }
    } else if (first === '"') {
      const wrong = skipString();
      if (wrong !== null) return wrong;
    } else if (!skip(NUMBER) && !skip(WORD)) {
      return fault('a value');
    }
    // A value has ended here.
    for (;;) {
      skip(SPACE);
      const container = open.at(-1);
      if (container === undefined) return at === text.length ? null : fault('the end');
      const close = container === '{' ? '}' : ']';
      if (text[at] === ',') {
        at++;
        if (container === '{') {
          skip(SPACE);
          const wrong = skipName();
          if (wrong !== null) return wrong;
        }
        break;
      }
      if (text[at] !== close) return fault(`a comma or ${close}`);
      at++;
      open.pop();
    }
  }

  function skipName(): JsonFault | null {
    if (text[at] !== '"') return fault('a name in double quotes');
    const wrong = skipString();
    if (wrong !== null) return wrong;
    skip(SPACE);
    if (text[at] !== ':') return fault('a colon');
    at++;
    return null;
  }
}
