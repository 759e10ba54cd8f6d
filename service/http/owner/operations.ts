import {
  INSTALLATION_PATH,
  KEY_PATH,
  KEYS_PATH,
  PAIRING_CONFIRMATION_PATH,
  PAIRING_KEY_PATH,
  PAIRING_PATH,
  PAIRINGS_PATH,
  SESSION_PATH,
  SESSIONS_PATH,
  SIGN_IN_PATH,
  USAGE_PATH,
} from '../../../shared/api/endpoint-paths.ts';
import { json, type DescribedAnswer, type DescribedOperation, type DescribedParameter } from '../openapi/operation.ts';

const KEY = {
  keyId: 'key_5b1f0c7a2d9e4f60',
  name: 'nightly run',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: '2026-01-01T03:00:00.000Z',
};

const PAIRING_ID: DescribedParameter = {
  name: 'pairingId',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'pair_1',
};

const SESSION_ID: DescribedParameter = { ...PAIRING_ID, name: 'sessionId', example: 'ses_1' };

const DONE: Record<number, DescribedAnswer> = { 204: { description: 'Done.' } };

const BODY_REFUSALS = ['invalid_request', 'inline_limit_exceeded', 'unsupported_media_type'] as const;

/** The operation `getUsage`. */
export const GET_USAGE: DescribedOperation = {
  method: 'get',
  path: USAGE_PATH,
  operationId: 'getUsage',
  tag: 'Keys',
  summary: 'Units of the caller’s account in the current month.',
  caller: 'account',
  answers: {
    200: {
      description: 'The usage.',
      content: [json('Usage', { 'a month': { used: 12, allowance: 5_000, remaining: 4_988, plan: 'creator' } })],
    },
  },
  refusals: [],
};

/** The operation `getInstallation`. */
export const GET_INSTALLATION: DescribedOperation = {
  method: 'get',
  path: INSTALLATION_PATH,
  operationId: 'getInstallation',
  tag: 'Service',
  summary: 'Where the installation keeps its data, for its owner.',
  caller: 'owner',
  answers: {
    200: {
      description: 'The installation.',
      content: [
        json('Installation', {
          'on Linux': {
            version: '0.1.0',
            dataDirectory: '/home/ann/.local/share/diffsvc',
            viewerUrl: 'http://127.0.0.1:4870',
          },
        }),
      ],
    },
  },
  refusals: [],
};

/** The operation `listKeys`. */
export const LIST_KEYS: DescribedOperation = {
  method: 'get',
  path: KEYS_PATH,
  operationId: 'listKeys',
  tag: 'Keys',
  summary: 'The API keys of the owner, oldest first, without their secrets.',
  caller: 'owner',
  answers: { 200: { description: 'The keys.', content: [json('KeyList', { 'one key': { keys: [KEY] } })] } },
  refusals: [],
};

/** The operation `createKey`. */
export const CREATE_KEY: DescribedOperation = {
  method: 'post',
  path: KEYS_PATH,
  operationId: 'createKey',
  tag: 'Keys',
  summary: 'Makes an API key. It is shown in this answer and never again.',
  caller: 'owner',
  request: json('CreateKeyRequest', { 'a key': { name: 'nightly run' } }),
  answers: {
    201: {
      description: 'The key.',
      content: [
        json('CreatedKey', {
          'a key': { keyId: KEY.keyId, key: 'dsk_shown_once_and_never_again', name: KEY.name },
        }),
      ],
    },
  },
  refusals: BODY_REFUSALS,
};

/** The operation `revokeKey`. */
export const REVOKE_KEY: DescribedOperation = {
  method: 'delete',
  path: KEY_PATH,
  operationId: 'revokeKey',
  tag: 'Keys',
  summary: 'Revokes an API key, for good.',
  description: 'The owner revokes any key. A key revokes itself and no other: so an extension ends its pairing.',
  caller: 'account',
  parameters: [{ ...PAIRING_ID, name: 'keyId', example: KEY.keyId }],
  answers: DONE,
  refusals: ['not_found'],
};

/** The operation `openSession`. */
export const OPEN_SESSION: DescribedOperation = {
  method: 'post',
  path: SESSIONS_PATH,
  operationId: 'openSession',
  tag: 'Browser page and extensions',
  summary: 'Opens a session of the browser page with the code of a one-time link.',
  description: 'Sets a cookie that is accepted at `sessionPath` alone.',
  caller: 'own page',
  request: json('OpenSessionRequest', { 'a code': { code: 'from the link that the service printed' } }),
  answers: {
    201: {
      description: 'The session.',
      content: [json('OpenedSession', { 'a session': { sessionPath: '/v1/sessions/ses_1' } })],
    },
  },
  refusals: ['unauthorized', ...BODY_REFUSALS],
};

/** The operation `renewSession`. */
export const RENEW_SESSION: DescribedOperation = {
  method: 'post',
  path: SESSION_PATH,
  operationId: 'renewSession',
  tag: 'Browser page and extensions',
  summary: 'Buys an access token of one hour with the cookie of a session.',
  caller: 'own page',
  parameters: [SESSION_ID],
  answers: {
    200: {
      description: 'The token.',
      content: [json('SessionToken', { 'a token': { accessToken: 'dst_held_in_memory', expiresInSeconds: 3_600 } })],
    },
  },
  refusals: ['unauthorized'],
};

/** The operation `closeSession`. */
export const CLOSE_SESSION: DescribedOperation = {
  method: 'delete',
  path: SESSION_PATH,
  operationId: 'closeSession',
  tag: 'Browser page and extensions',
  summary: 'Ends a session.',
  caller: 'own page',
  parameters: [SESSION_ID],
  answers: DONE,
  refusals: ['unauthorized'],
};

/** The operation `signIn`. */
export const SIGN_IN: DescribedOperation = {
  method: 'post',
  path: SIGN_IN_PATH,
  operationId: 'signIn',
  tag: 'Browser page and extensions',
  summary: 'Opens a signed-in tab on the desktop of the account that runs the service.',
  description: 'The caller gets no link and no session. Only a caller on the same machine may ask.',
  caller: 'own page',
  answers: {
    200: {
      description: 'Whether a browser opened. Without one, `diffsvc link` prints a link.',
      content: [json('SignInAnswer', { opened: { opened: true } })],
    },
  },
  refusals: ['rate_limited'],
};

/** The operation `beginPairing`. */
export const BEGIN_PAIRING: DescribedOperation = {
  method: 'post',
  path: PAIRINGS_PATH,
  operationId: 'beginPairing',
  tag: 'Browser page and extensions',
  summary: 'Begins the pairing of a browser extension, which shows the code to its user.',
  caller: 'extension',
  request: json('BeginPairingRequest', {
    'a pairing': { challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', name: 'diffsvc for this browser' },
  }),
  answers: {
    201: {
      description: 'What the user compares with the app.',
      content: [json('BegunPairing', { 'a pairing': { pairingId: 'pair_1', code: '493827', expiresInSeconds: 120 } })],
    },
  },
  refusals: ['rate_limited', ...BODY_REFUSALS],
};

/** The operation `listPairings`. */
export const LIST_PAIRINGS: DescribedOperation = {
  method: 'get',
  path: PAIRINGS_PATH,
  operationId: 'listPairings',
  tag: 'Browser page and extensions',
  summary: 'The pairings that wait for the owner.',
  caller: 'owner',
  answers: {
    200: {
      description: 'The pairings.',
      content: [
        json('PairingList', {
          'one pairing': {
            pairings: [
              {
                pairingId: 'pair_1',
                extensionOrigin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
                name: 'diffsvc for this browser',
                code: '493827',
                confirmed: false,
                expiresInSeconds: 100,
                lookAlike: false,
              },
            ],
          },
        }),
      ],
    },
  },
  refusals: [],
};

/** The operation `confirmPairing`. */
export const CONFIRM_PAIRING: DescribedOperation = {
  method: 'post',
  path: PAIRING_CONFIRMATION_PATH,
  operationId: 'confirmPairing',
  tag: 'Browser page and extensions',
  summary: 'Confirms a pairing with the code that the extension shows. Five tries within two minutes.',
  caller: 'owner',
  parameters: [PAIRING_ID],
  request: json('ConfirmPairingRequest', { 'a code': { code: '493827' } }),
  answers: DONE,
  refusals: ['not_found', ...BODY_REFUSALS],
};

/** The operation `refusePairing`. */
export const REFUSE_PAIRING: DescribedOperation = {
  method: 'delete',
  path: PAIRING_PATH,
  operationId: 'refusePairing',
  tag: 'Browser page and extensions',
  summary: 'Refuses a pairing.',
  caller: 'owner',
  parameters: [PAIRING_ID],
  answers: DONE,
  refusals: ['not_found'],
};

/** The operation `exchangePairing`. */
export const EXCHANGE_PAIRING: DescribedOperation = {
  method: 'post',
  path: PAIRING_KEY_PATH,
  operationId: 'exchangePairing',
  tag: 'Browser page and extensions',
  summary: 'Gives the extension its key, once, when the owner has confirmed.',
  caller: 'extension',
  parameters: [PAIRING_ID],
  request: json('ExchangePairingRequest', {
    'a verifier': { verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
  }),
  answers: {
    200: {
      description: 'Not confirmed yet.',
      content: [json('ExchangedPairing', { waiting: { status: 'waiting', expiresInSeconds: 80 } })],
    },
    201: {
      description: 'The key.',
      content: [json('ExchangedPairing', { paired: { status: 'paired', keyId: KEY.keyId, key: 'dsk_shown_once' } })],
    },
  },
  refusals: ['not_found', ...BODY_REFUSALS],
};

/** The operations of this folder, in the order of the reference. */
export const OWNER_OPERATIONS: readonly DescribedOperation[] = [
  GET_USAGE,
  GET_INSTALLATION,
  LIST_KEYS,
  CREATE_KEY,
  REVOKE_KEY,
  OPEN_SESSION,
  RENEW_SESSION,
  CLOSE_SESSION,
  SIGN_IN,
  BEGIN_PAIRING,
  LIST_PAIRINGS,
  CONFIRM_PAIRING,
  REFUSE_PAIRING,
  EXCHANGE_PAIRING,
];
