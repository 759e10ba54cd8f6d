import { Type, type Static } from 'typebox';

/** Digests with which a client proves that a redline is complete. They are computed from canonical HTML in UTF-8. */
export const ComparisonDigests = Type.Object(
  {
    original: Type.String(),
    revised: Type.String(),
    fileSha256: Type.Optional(
      Type.Object(
        { original: Type.String(), revised: Type.String() },
        { description: 'SHA-256 of the bytes of both inputs, as sha256sum prints it. Texts count in UTF-8.' },
      ),
    ),
  },
  {
    description:
      'SHA-256 of the canonical HTML of both sides, in lower-case hexadecimal digits. Rejecting every change of `html` must give the original, and accepting every change the revised. Present when the comparison is stored.',
  },
);
export type ComparisonDigests = Static<typeof ComparisonDigests>;
