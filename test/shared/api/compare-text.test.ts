import { describe, expect, it } from 'vitest';
import { requestedFormat, requestedOutputs } from '../../../shared/api/compare-text.ts';
import { Change } from '../../../shared/change/change.ts';

const pair = { original: '', revised: '' };

describe('a text request', () => {
  it('has defaults', () => {
    expect(requestedFormat(pair)).toBe('auto');
    expect([...requestedOutputs(pair)]).toEqual(['html']);
  });

  it.each([
    ['md', 'markdown'],
    ['markdown', 'markdown'],
    ['plain', 'txt'],
    ['txt', 'txt'],
    ['html', 'html'],
    ['json', 'json'],
    ['auto', 'auto'],
  ] as const)('means by format %s %s', (format, meant) => {
    expect(requestedFormat({ ...pair, format })).toBe(meant);
  });

  it('means one output by each alias, and each output once', () => {
    expect([...requestedOutputs({ ...pair, output: ['embed', 'html', 'viewer', 'html'] })]).toEqual([
      'hosted_viewer',
      'html',
    ]);
  });
});

describe('the schema of a change', () => {
  it('has a variant for every type, in the order of the description', () => {
    expect(Change.anyOf.map((variant) => variant.properties.type.const)).toEqual(
      'insert delete replace format link block_insert block_delete'.split(' '),
    );
  });
});
