import { expect, it } from 'vitest';
import { includedIn } from '../../../../service/pipeline/ranges/included-in.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';

const fragment = (path: string): string =>
  `<div class="diffsvc"><p data-change-id="chg_000001" data-change-type="format" data-original-path="${path}">Draft</p></div>`;

it.each([
  ['header+', ['headers']],
  ['footer+', ['footers']],
])('sees that only the original has a text as %s', (path, wanted) => {
  expect(includedIn(scanFragment(fragment(path)))).toEqual(wanted);
});
