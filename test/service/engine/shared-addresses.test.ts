import fc from 'fast-check';
import { TOP } from '../../../shared/document/path.ts';
import { describe, expect, it } from 'vitest';
import { withAddressesOf } from '../../../service/engine/shared-addresses.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';

describe('withAddressesOf', () => {
  it('changes nothing that can be read', () => {
    fc.assert(
      fc.property(arbitraryDocument(), arbitraryDocument(), (others, document) => {
        expect(withAddressesOf(others.blocks, document.blocks)).toEqual(document.blocks);
        expect(withAddressesOf(document.blocks, document.blocks)).toEqual(document.blocks);
      }),
    );
  });

  it('leaves the blocks of a document as they are where the other one has no links', () => {
    fc.assert(
      fc.property(arbitraryDocument(), ({ blocks }) => {
        expect(withAddressesOf([{ kind: 'rule', path: TOP }], blocks)).toBe(blocks);
      }),
    );
  });
});
