import { Type, type Static } from 'typebox';

/** An API key without its secret, for its owner. Times are ISO 8601 in UTC. */
export const ApiKeyDescription = Type.Object({
  keyId: Type.String(),
  name: Type.String(),
  extensionOrigin: Type.Optional(Type.String({ description: 'The browser extension that was paired with the key.' })),
  createdAt: Type.String(),
  lastUsedAt: Type.Optional(Type.String({ description: 'To the minute.' })),
  revokedAt: Type.Optional(Type.String()),
});
export type ApiKeyDescription = Static<typeof ApiKeyDescription>;

/** The owner's keys, oldest first, including revoked ones. */
export const KeyList = Type.Object({ keys: Type.Array(ApiKeyDescription) });
export type KeyList = Static<typeof KeyList>;

/** The body of `POST /v1/diffsvc/keys`. */
export const CreateKeyRequest = Type.Object({ name: Type.String({ maxLength: 200, description: 'What it is for.' }) });
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;

/** A new key. `key` is shown only once. */
export const CreatedKey = Type.Object({ keyId: Type.String(), key: Type.String(), name: Type.String() });
export type CreatedKey = Static<typeof CreatedKey>;

/** The body of `POST /v1/sessions`: the code of a one-time link. */
export const OpenSessionRequest = Type.Object({ code: Type.String() });
export type OpenSessionRequest = Static<typeof OpenSessionRequest>;

/** Whether a signed-in tab opened on the desktop of the account that runs the service. */
export const SignInAnswer = Type.Object({ opened: Type.Boolean() });
export type SignInAnswer = Static<typeof SignInAnswer>;

/** The path at which the session's cookie is accepted. */
export const OpenedSession = Type.Object({ sessionPath: Type.String() });
export type OpenedSession = Static<typeof OpenedSession>;

/** An access token of the session, to be kept in memory only. */
export const SessionToken = Type.Object({ accessToken: Type.String(), expiresInSeconds: Type.Integer() });
export type SessionToken = Static<typeof SessionToken>;
