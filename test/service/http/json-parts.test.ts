import { describe, expect, it } from 'vitest';
import { jsonParts } from '../../../service/http/reply/json-parts.ts';

const text = (fields: object): string => Buffer.concat(jsonParts(fields)).toString();
const raw = (value: string): Uint8Array => Buffer.from(value);

describe('JSON with finished parts', () => {
  it('is what JSON.stringify writes, without members that have no value', () => {
    const plain = { a: 'x"\n', b: [1, { c: undefined, d: null }], e: { f: undefined, g: {} }, h: undefined, i: false };
    expect(text(plain)).toBe(JSON.stringify(plain));
    expect(text({})).toBe('{}');
  });

  it('takes finished text as it is, wherever it stands in objects', () => {
    expect(text({ html: raw('"<p>"') })).toBe('{"html":"<p>"}');
    expect(text({ id: 1, html: raw('"<p>"'), diff: { json: raw('[1, 2]'), last: true } })).toBe(
      '{"id":1,"html":"<p>","diff":{"json":[1, 2],"last":true}}',
    );
  });

  it('does not copy it', () => {
    const large = raw('"large"');
    expect(jsonParts({ before: 1, large, after: 2 })[1]).toBe(large);
  });
});
