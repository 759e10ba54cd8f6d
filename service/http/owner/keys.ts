import type { FastifyInstance } from 'fastify';
import { CreateKeyRequest, type ApiKeyDescription, type CreatedKey, type KeyList } from '../../../shared/api/owner.ts';
import type { Usage } from '../../../shared/api/usage.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { Accounts } from '../../admission/accounts.ts';
import type { Admission } from '../../admission/admission.ts';
import type { ApiKey } from '../../admission/ports.ts';
import { readBody } from '../guards/read-body.ts';
import { checked } from '../guards/validate.ts';
import { addressOf } from '../openapi/operation.ts';
import { LIST_KEYS, CREATE_KEY, REVOKE_KEY, GET_USAGE } from './operations.ts';

const checkCreate = checked(CreateKeyRequest, 'body');

/** The owner's API keys, the revocation of the caller's own key, and the caller's usage. */
export function addKeyEndpoints(server: FastifyInstance, accounts: Accounts, admission: Admission): void {
  const ownersOnly = { config: { access: { to: 'owner' } } } as const;

  server.route({
    ...addressOf(LIST_KEYS),
    ...ownersOnly,
    handler: async (request): Promise<KeyList> => {
      const keys = await accounts.listKeys(request.identity.accountId);
      return { keys: keys.map(described) };
    },
  });

  server.route({
    ...addressOf(CREATE_KEY),
    ...ownersOnly,
    handler: async (request, reply) => {
      const { name } = checkCreate(readBody(request));
      const created = await accounts.createKey(request.identity.accountId ?? '', name);
      if (created === null) throw new Error('The owner has no account.');
      const { keyId } = created.apiKey;
      return reply.code(201).send({ keyId, key: created.key, name } satisfies CreatedKey);
    },
  });

  const byBearer = { config: { access: { to: 'account', otherwise: 'unauthorized' } } } as const;
  server.route<{ Params: { keyId: string } }>({
    ...addressOf(REVOKE_KEY),
    ...byBearer,
    handler: async (request, reply) => {
      const { keyId } = request.params;
      const { identity } = request;
      // The holder of a key may revoke it. An extension does so when it is unpaired.
      if (!identity.managesInstallation && identity.keyId !== keyId) {
        throw new ServiceError(
          'unauthorized',
          'An API key may revoke itself and no other. The owner of this installation revokes keys in the app or on the browser page.',
        );
      }
      const revoked = await accounts.revokeKey(keyId, identity.accountId);
      if (revoked === null)
        throw new ServiceError('not_found', 'There is no such key. GET /v1/diffsvc/keys lists them.');
      return reply.code(204).send();
    },
  });

  server.route({
    ...addressOf(GET_USAGE),
    ...byBearer,
    handler: (request): Promise<Usage> => admission.usage(request.identity),
  });
}

function described(key: ApiKey): ApiKeyDescription {
  const { keyId, name, extensionOrigin, createdAtSeconds, lastUsedAtSeconds, revokedAtSeconds } = key;
  return {
    keyId,
    name,
    ...(extensionOrigin === null ? {} : { extensionOrigin }),
    createdAt: isoTime(createdAtSeconds),
    ...(lastUsedAtSeconds === null ? {} : { lastUsedAt: isoTime(lastUsedAtSeconds) }),
    ...(revokedAtSeconds === null ? {} : { revokedAt: isoTime(revokedAtSeconds) }),
  };
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
