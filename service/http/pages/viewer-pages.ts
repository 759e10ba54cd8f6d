import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../openapi/operation.ts';
import { EMBED_COMPARISON, VIEW_COMPARISON } from './operations.ts';
import { EMBED_PATH, VIEW_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { OpenComparison } from '../../comparison/open-comparison.ts';
import { isSample } from '../../comparison/samples/samples.ts';
import type { StoredComparisons } from '../../comparison/stored/stored-comparisons.ts';
import { errorAnswer } from '../guards/error-answer.ts';
import { hostedAnswer } from '../comparisons/hosted-answer.ts';
import { FRAMED_PAGE_POLICY, PAGE_POLICY } from './page-policy.ts';
import { single, type GivenQuery } from '../guards/query.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { viewerPage, type ViewerPageContent } from './viewer-shell.ts';
import { visitorOf } from '../comparisons/visitor.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

const POLICY_OF: Readonly<Record<string, string>> = { [VIEW_PATH]: PAGE_POLICY, [EMBED_PATH]: FRAMED_PAGE_POLICY };

const REFUSED_TITLE = 'This comparison cannot be shown';

/**
 * `/view/<id>` and `/embed/<id>`: the page of a stored comparison. Refusals are pages too, with the status and the
 * notice of the error. A page without its token is refused. A tab that has kept the token then asks again with a
 * header.
 */
export function addViewerPages(
  server: FastifyInstance,
  comparisons: StoredComparisons,
  settings: ServerSettings,
): void {
  for (const operation of [VIEW_COMPARISON, EMBED_COMPARISON]) {
    const send = async (reply: FastifyReply, content: ViewerPageContent): Promise<FastifyReply> =>
      reply
        .header('content-security-policy', POLICY_OF[operation.path]!)
        .type('text/html; charset=utf-8')
        // As bytes, because a long string is counted and converted in one piece with the rest of the answer.
        .send(await viewerPage(settings.pageDirectory, content));

    server.route<{ Params: { comparisonId: string }; Querystring: GivenQuery }>({
      ...addressOf(operation),
      config: { access: { to: 'viewer', isOpen: isSample } },
      errorHandler: (fault, request, reply) => void send(reply, refusalContent(fault, request, reply)),
      handler: async (request, reply) => {
        const { token } = request.query;
        const visitor = visitorOf(request, token === undefined ? undefined : single('token', token));
        const open = await comparisons.open(request.params.comparisonId, visitor);
        return await send(reply, await comparisonContent(open, settings));
      },
    });
  }
}

/** The refusal as a page. Its status and headers are set on the reply. */
function refusalContent(fault: unknown, request: FastifyRequest, reply: FastifyReply): ViewerPageContent {
  const { status, headers, body, unexpected } = errorAnswer(fault, request.id);
  if (unexpected) request.log.error({ requestId: request.id, err: fault }, 'a page failed');
  reply.code(status).headers(headers);
  return {
    title: REFUSED_TITLE,
    data: [Buffer.from(JSON.stringify({ refusal: body }))],
    plain: `<h1>${REFUSED_TITLE}</h1><p>${escapeHtml(body.message)}</p>`,
  };
}

async function comparisonContent(open: OpenComparison, settings: ServerSettings): Promise<ViewerPageContent> {
  const { record, share } = open;
  const [comparison, html] = await Promise.all([hostedAnswer(open, settings), open.html()]);
  const terms = {
    review: record.review,
    embedOrigin: share?.embedOrigin ?? null,
    digests: record.facts.digests ?? null,
  };
  const title = record.title ?? 'Comparison';
  return {
    title,
    data: [Buffer.from('{"comparison":'), comparison, Buffer.from(`,${JSON.stringify(terms).slice(1)}`)],
    plain: `<h1>${escapeHtml(title)}</h1>`,
    // It comes from our writer, so it contains only its grammar and no script.
    fragment: html,
  };
}
