import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  PAIRINGS_PATH,
  PAIRING_CONFIRMATION_PATH,
  PAIRING_KEY_PATH,
  PAIRING_PATH,
} from '../../../shared/api/endpoint-paths.ts';
import {
  BeginPairingRequest,
  ConfirmPairingRequest,
  ExchangePairingRequest,
  type BegunPairing,
  type ExchangedPairing,
  type PairingList,
} from '../../../shared/api/pairing.ts';
import type { Pairings } from '../../admission/pairings.ts';
import { isExtensionOrigin } from '../guards/cross-origin.ts';
import { readBody } from '../guards/read-body.ts';
import { textIssues } from '../guards/text-issues.ts';
import { checked, invalid } from '../guards/validate.ts';

const checkBegin = checked(BeginPairingRequest, 'body');
const checkConfirm = checked(ConfirmPairingRequest, 'body');
const checkExchange = checked(ExchangePairingRequest, 'body');

type OfPairing = { Params: { pairingId: string } };

/** Pairing of browser extensions: two endpoints for the extension, three for the owner. */
export function addPairingEndpoints(server: FastifyInstance, pairings: Pairings): void {
  const forExtensions = { config: { access: { to: 'pairing' } } } as const;
  const ownersOnly = { config: { access: { to: 'owner' } } } as const;

  server.post(PAIRINGS_PATH, forExtensions, (request, reply) => {
    const { challenge, name } = checkBegin(readBody(request));
    const issues = textIssues('/name', name);
    if (issues.length > 0) throw invalid(issues);
    const { pairingId, code, expiresInSeconds } = pairings.begin(extensionOriginOf(request), name, challenge);
    return reply.code(201).send({ pairingId, code, expiresInSeconds } satisfies BegunPairing);
  });

  server.post<OfPairing>(PAIRING_KEY_PATH, forExtensions, async (request, reply) => {
    const { pairingId } = request.params;
    const { verifier } = checkExchange(readBody(request));
    const created = await pairings.exchange(pairingId, verifier);
    const answer: ExchangedPairing =
      created === null
        ? { status: 'waiting', expiresInSeconds: pairings.secondsLeft(pairingId) }
        : { status: 'paired', ...created };
    return reply.code(created === null ? 200 : 201).send(answer);
  });

  server.get(PAIRINGS_PATH, ownersOnly, (): PairingList => ({ pairings: pairings.waiting() }));

  server.post<OfPairing>(PAIRING_CONFIRMATION_PATH, ownersOnly, (request, reply) => {
    const { code } = checkConfirm(readBody(request));
    pairings.confirm(request.params.pairingId, code);
    return reply.code(204).send();
  });

  server.delete<OfPairing>(PAIRING_PATH, ownersOnly, (request, reply) => {
    pairings.refuse(request.params.pairingId);
    return reply.code(204).send();
  });
}

/** The requesting extension. Its Origin authenticates nobody; the owner sees it and compares the code. */
function extensionOriginOf({ headers: { origin } }: FastifyRequest): string {
  if (origin !== undefined && isExtensionOrigin(origin)) return origin;
  throw invalid([{ in: 'header', path: 'Origin', message: 'must be that of a browser extension' }]);
}
