import { Type, type Static } from 'typebox';

/** The body of `POST /v1/pairings`. */
export const BeginPairingRequest = Type.Object({
  challenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'SHA-256 of the verifier, base64url without padding (S256 of RFC 7636).',
  }),
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What the extension calls itself.' }),
});
export type BeginPairingRequest = Static<typeof BeginPairingRequest>;

/** A pairing that waits for its owner. The extension and the application show the same code. */
export const BegunPairing = Type.Object({
  pairingId: Type.String(),
  code: Type.String({ pattern: '^[0-9]{6}$' }),
  expiresInSeconds: Type.Integer(),
});
export type BegunPairing = Static<typeof BegunPairing>;

/** The waiting pairings, for the owner. */
export const PairingList = Type.Object({
  pairings: Type.Array(
    Type.Object({
      pairingId: Type.String(),
      extensionOrigin: Type.String(),
      name: Type.String(),
      code: Type.String(),
      confirmed: Type.Boolean(),
      expiresInSeconds: Type.Integer(),
      lookAlike: Type.Boolean({ description: 'Another waiting extension has a name that looks the same.' }),
    }),
  ),
});
export type PairingList = Static<typeof PairingList>;

/** The body of `POST /v1/pairings/<id>/confirmation`: the code that the extension shows. */
export const ConfirmPairingRequest = Type.Object({ code: Type.String() });
export type ConfirmPairingRequest = Static<typeof ConfirmPairingRequest>;

/** The body of `POST /v1/pairings/<id>/key`. */
export const ExchangePairingRequest = Type.Object({
  verifier: Type.String({ minLength: 43, maxLength: 128, description: 'What the challenge was made of.' }),
});
export type ExchangePairingRequest = Static<typeof ExchangePairingRequest>;

/** Not confirmed yet (200), or the key of this extension (201), which is sent once. */
export const ExchangedPairing = Type.Union([
  Type.Object({ status: Type.Literal('waiting'), expiresInSeconds: Type.Integer() }, { title: 'waiting' }),
  Type.Object({ status: Type.Literal('paired'), keyId: Type.String(), key: Type.String() }, { title: 'paired' }),
]);
export type ExchangedPairing = Static<typeof ExchangedPairing>;
