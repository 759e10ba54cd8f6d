import type { FastifyInstance } from 'fastify';
import { EXPORTS_PATH } from '../../../shared/api/endpoint-paths.ts';
import { LIST_DEFAULT_LIMIT } from '../../../shared/api/comparisons.ts';
import { ExportRequest, JobListQuery, JobQuery, type JobList } from '../../../shared/api/jobs.ts';
import type { Admission } from '../../admission/admission.ts';
import type { Exports } from '../../comparison/exports/exports.ts';
import { attachment } from '../../exports/file-name.ts';
import { admit } from '../reply/admit.ts';
import { departureOf } from '../reply/departure.ts';
import { jsonParts } from '../reply/json-parts.ts';
import { jobAnswer, newJobAnswer } from './job-answer.ts';
import { numberOf, type GivenQuery } from '../guards/query.ts';
import { readJson } from '../guards/read-json.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { checked } from '../guards/validate.ts';
import { addressOf } from '../openapi/operation.ts';
import { EXPORT_COMPARISON, LIST_JOBS, GET_JOB, CANCEL_JOB, GET_JOB_RESULT } from './operations.ts';

const checkExport = checked(ExportRequest, 'body');
const checkJobQuery = checked(JobQuery, 'query');
const checkListQuery = checked(JobListQuery, 'query');

/** The members of an order that the schema names. Others are ignored and not stored. */
function known(request: ExportRequest): ExportRequest {
  const named = Object.entries(request).filter(([name]) => name in ExportRequest.properties);
  return Object.fromEntries(named) as unknown as ExportRequest;
}

interface OfJob {
  Params: { jobId: string };
}

/** Dependencies of the endpoints of jobs. */
export interface JobEndpointDeps {
  readonly exports: Exports;
  readonly admission: Admission;
  readonly settings: ServerSettings;
}

/** The endpoints of exports and jobs. They need a bearer; a viewer token does not help. */
export function addJobEndpoints(server: FastifyInstance, { exports, admission, settings }: JobEndpointDeps): void {
  const exporters = { config: { access: { to: 'account', otherwise: 'export_authentication_required' } } } as const;

  server.route<{ Params: { comparisonId: string } }>({
    ...addressOf(EXPORT_COMPARISON),
    ...exporters,
    handler: async (request, reply) => {
      const { comparisonId } = request.params;
      const { subject } = request.identity;
      const operation = await admit(request, reply, {
        admission,
        endpoint: `POST ${EXPORTS_PATH.replace(':comparisonId', comparisonId)}`,
        read: async (body) => {
          const { type, ...options } = known(checkExport(readJson(body)));
          const job = await exports.prepare(subject, comparisonId, type, { accept: [], reject: [], ...options });
          return { units: 0, job, large: 'result' as const };
        },
      });
      if (operation === null) return reply;
      const { job } = operation.asked;
      try {
        await operation.complete({ status: 202, parts: jsonParts(newJobAnswer(settings, job)) }, (transaction) =>
          exports.queue(transaction, job),
        );
      } catch (fault) {
        await operation.fail(fault);
      }
      exports.wake();
      return reply;
    },
  });

  server.route<{ Querystring: GivenQuery }>({
    ...addressOf(LIST_JOBS),
    ...exporters,
    handler: async (request): Promise<JobList> => {
      const { limit } = checkListQuery({ limit: numberOf('limit', request.query.limit, LIST_DEFAULT_LIMIT) });
      const jobs = await exports.list(request.identity.subject, limit);
      return { jobs: jobs.map((job) => jobAnswer(settings, job, exports.stateOf(job))) };
    },
  });

  server.route<OfJob & { Querystring: GivenQuery }>({
    ...addressOf(GET_JOB),
    ...exporters,
    handler: async (request, reply) => {
      const { subject } = request.identity;
      const { jobId } = request.params;
      const { wait } = checkJobQuery({ wait: numberOf('wait', request.query.wait, 0) });
      const job =
        wait === 0
          ? await exports.find(subject, jobId)
          : await exports.ended(
              subject,
              jobId,
              AbortSignal.any([AbortSignal.timeout(wait * 1_000), departureOf(reply)]),
            );
      return jobAnswer(settings, job, exports.stateOf(job));
    },
  });

  server.route<OfJob>({
    ...addressOf(CANCEL_JOB),
    ...exporters,
    handler: async (request, reply) => {
      await exports.remove(request.identity.subject, request.params.jobId);
      return reply.code(204).send();
    },
  });

  server.route<OfJob>({
    ...addressOf(GET_JOB_RESULT),
    ...exporters,
    handler: async (request, reply) => {
      const { bytes, name, mediaType } = await exports.result(request.identity.subject, request.params.jobId);
      // A page made of a caller's text is never shown in the service's own origin.
      return reply
        .headers({
          'content-type': mediaType,
          'content-disposition': attachment(name),
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(bytes);
    },
  });
}
