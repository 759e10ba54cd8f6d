import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COMPARE_DOCUMENTS_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Admission } from '../../admission/admission.ts';
import type { Uploads } from '../../admission/uploads.ts';
import type { DocumentComparisons, DocumentStep } from '../../comparison/documents/document-comparisons.ts';
import { unusedKey } from '../guards/idempotency-key.ts';
import { addressOf } from '../openapi/operation.ts';
import { wantsJson } from '../reply/accepted-types.ts';
import { admit } from '../reply/admit.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { GatheredSteps, StreamedSteps } from './document-replies.ts';
import { COMPARE_DOCUMENTS } from './operations.ts';
import { readDocumentRequest } from './read-document-request.ts';

/** Maximum size of a JSON request that compares documents. */
const DOCUMENT_REQUEST_MAX_BYTES = 2 * 1024 * 1024;

/** Dependencies of the endpoint besides the use case. */
export interface CompareDocumentsDeps {
  readonly admission: Admission;
  readonly uploads: Uploads;
}

/** `POST /v1/diffsvc/documents`: compares two files. It answers with a stream, or with JSON where the caller wants that. */
export function addCompareDocumentsEndpoint(
  server: FastifyInstance,
  documents: DocumentComparisons,
  { admission, uploads }: CompareDocumentsDeps,
  settings: ServerSettings,
): void {
  const config = { access: { to: 'anyone' }, bodyMaxBytes: DOCUMENT_REQUEST_MAX_BYTES } as const;
  server.route({
    ...addressOf(COMPARE_DOCUMENTS),
    config,
    handler: async (request, reply) => {
      const { identity } = request;
      const operation = await admit(request, reply, {
        admission,
        endpoint: `POST ${COMPARE_DOCUMENTS_PATH}`,
        places: documents,
        read: (body) => readDocumentRequest(body, identity, uploads, unusedKey(request)),
      });
      if (operation === null) return reply;
      const { asked, signal } = operation;
      try {
        const about = { requestId: request.id, asked, settings };
        const told = wantsJson(request.headers.accept)
          ? new GatheredSteps(about)
          : new StreamedSteps(about, operation.stream(settings.streamTimes));
        for await (const step of documents.compare(asked.wishes, asked.read, identity, signal, told.progress)) {
          logHiddenFault(request, step);
          if (step.step !== 'end') told.tell(step);
          else await operation.complete(told.answer(step), documents.keeping(identity.subject, step));
        }
      } catch (fault) {
        await operation.fail(fault);
      }
      documents.wake();
      return reply;
    },
  });
}

/** The caller learns of a fault of the service only that there was one. */
function logHiddenFault(request: FastifyRequest, step: DocumentStep): void {
  if (step.step !== 'page_rendering_failed' || step.fault.cause === undefined) return;
  request.log.error({ requestId: request.id, err: step.fault }, 'pages could not be rendered');
}
