import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  BeginPairingRequest,
  ConfirmPairingRequest,
  ExchangePairingRequest,
  type BegunPairing,
  type ExchangedPairing,
  type PairingList,
} from '../../../shared/api/pairing.ts';
import { networkOf } from '../../admission/anonymous-identity.ts';
import type { Pairings } from '../../admission/pairings.ts';
import { isExtensionOrigin } from '../guards/cross-origin.ts';
import { readBody } from '../guards/read-body.ts';
import { textIssues } from '../guards/text-issues.ts';
import { checked, invalid } from '../guards/validate.ts';
import { addressOf } from '../openapi/operation.ts';
import { BEGIN_PAIRING, EXCHANGE_PAIRING, LIST_PAIRINGS, CONFIRM_PAIRING, REFUSE_PAIRING } from './operations.ts';

const checkBegin = checked(BeginPairingRequest, 'body');
const checkConfirm = checked(ConfirmPairingRequest, 'body');
const checkExchange = checked(ExchangePairingRequest, 'body');

type OfPairing = { Params: { pairingId: string } };

/** Pairing of browser extensions: two endpoints for the extension, three for the owner. */
export function addPairingEndpoints(server: FastifyInstance, pairings: Pairings): void {
  const forExtensions = { config: { access: { to: 'pairing' } } } as const;
  const ownersOnly = { config: { access: { to: 'owner' } } } as const;

  server.route({
    ...addressOf(BEGIN_PAIRING),
    ...forExtensions,
    handler: async (request, reply) => {
      const { challenge, name } = checkBegin(readBody(request));
      const issues = textIssues('/name', name);
      if (issues.length > 0) throw invalid(issues);
      const { pairingId, code, expiresInSeconds } = await pairings.begin({
        extensionOrigin: extensionOriginOf(request),
        address: networkOf(request.ip),
        name,
        challenge,
      });
      return reply.code(201).send({ pairingId, code, expiresInSeconds } satisfies BegunPairing);
    },
  });

  server.route<OfPairing>({
    ...addressOf(EXCHANGE_PAIRING),
    ...forExtensions,
    handler: async (request, reply) => {
      const { pairingId } = request.params;
      const { verifier } = checkExchange(readBody(request));
      const created = await pairings.exchange(pairingId, verifier);
      const answer: ExchangedPairing =
        created === null
          ? { status: 'waiting', expiresInSeconds: await pairings.secondsLeft(pairingId) }
          : { status: 'paired', ...created };
      return reply.code(created === null ? 200 : 201).send(answer);
    },
  });

  server.route({
    ...addressOf(LIST_PAIRINGS),
    ...ownersOnly,
    handler: async (): Promise<PairingList> => ({ pairings: await pairings.waiting() }),
  });

  server.route<OfPairing>({
    ...addressOf(CONFIRM_PAIRING),
    ...ownersOnly,
    handler: async (request, reply) => {
      const { code } = checkConfirm(readBody(request));
      await pairings.confirm(request.params.pairingId, code);
      return reply.code(204).send();
    },
  });

  server.route<OfPairing>({
    ...addressOf(REFUSE_PAIRING),
    ...ownersOnly,
    handler: async (request, reply) => {
      await pairings.refuse(request.params.pairingId);
      return reply.code(204).send();
    },
  });
}

/** The requesting extension. Its Origin authenticates nobody; the owner sees it and compares the code. */
function extensionOriginOf({ headers: { origin } }: FastifyRequest): string {
  if (origin !== undefined && isExtensionOrigin(origin)) return origin;
  throw invalid([{ in: 'header', path: 'Origin', message: 'must be that of a browser extension' }]);
}
