import fc from 'fast-check';
import { TOP } from '../../../shared/document/path.ts';
import { describe, expect, it } from 'vitest';
import { shareAddresses } from '../../../service/engine/shared-addresses.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';

describe('withAddressesOf', () => {
  it('changes no content', () => {
    fc.assert(
      fc.property(arbitraryDocument(), arbitraryDocument(), (others, document) => {
        expect(shareAddresses(others.blocks, document.blocks)).toEqual(document.blocks);
        expect(shareAddresses(document.blocks, document.blocks)).toEqual(document.blocks);
      }),
    );
  });

  it('returns the same blocks if the other document has no links', () => {
    fc.assert(
      fc.property(arbitraryDocument(), ({ blocks }) => {
        expect(shareAddresses([{ kind: 'rule', path: TOP }], blocks)).toBe(blocks);
      }),
    );
  });
});
