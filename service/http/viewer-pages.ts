import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMBED_PATH, STYLESHEET_PATH, VIEW_PATH } from '../../shared/api/endpoint-paths.ts';
import type { OpenComparison } from '../comparison/open-comparison.ts';
import { isSample } from '../comparison/samples/samples.ts';
import type { StoredComparisons } from '../comparison/stored-comparisons.ts';
import { errorAnswer } from './error-answer.ts';
import { single, type GivenQuery } from './query.ts';
import { visitorOf } from './visitor.ts';

/** All that a page may do: show the fragment with the service's stylesheet, and images that are inside it. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
];
/** `/embed` may be framed by every page, so that it says nothing of frames at all (completion, section 7). */
const POLICY_OF = {
  [VIEW_PATH]: [...CONTENT_POLICY, "frame-ancestors 'self'"].join('; '),
  [EMBED_PATH]: CONTENT_POLICY.join('; '),
} as const;

/**
 * `/view/<id>` and `/embed/<id>`: the redline of a stored comparison as a page (specification 2.10), read-only. Refusals
 * are pages too, with the status and the notice of the error.
 */
export function addViewerPages(server: FastifyInstance, comparisons: StoredComparisons): void {
  for (const path of [VIEW_PATH, EMBED_PATH] as const) {
    server.get<{ Params: { comparisonId: string }; Querystring: GivenQuery }>(
      path,
      {
        config: { access: { to: 'viewer', isOpen: isSample } },
        errorHandler: (fault, request, reply) => refuse(fault, request, reply, POLICY_OF[path]),
      },
      async (request, reply) => {
        const { token } = request.query;
        const visitor = visitorOf(request, token === undefined ? undefined : single('token', token));
        const open = await comparisons.open(request.params.comparisonId, visitor);
        return sendPage(reply, POLICY_OF[path], await comparisonPage(open));
      },
    );
  }
}

function sendPage(reply: FastifyReply, policy: string, page: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
}

function refuse(fault: unknown, request: FastifyRequest, reply: FastifyReply, policy: string): void {
  const { status, headers, body, unexpected } = errorAnswer(fault, request.id);
  if (unexpected) request.log.error({ requestId: request.id, err: fault }, 'a page failed');
  const notice = `<h1>This comparison cannot be shown</h1><p>${escaped(body.message)}</p>`;
  sendPage(reply.code(status).headers(headers), policy, page('Comparison', notice));
}

async function comparisonPage({ record, html }: OpenComparison): Promise<string> {
  const fragment = JSON.parse(new TextDecoder().decode(await html())) as string;
  const title = record.title ?? 'Comparison';
  // The fragment is the writer's own: nothing outside its grammar, and no script, can be in it.
  return page(title, `<h1>${escaped(title)}</h1>${fragment}`);
}

function page(title: string, content: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escaped(title)}</title><link rel="stylesheet" href="${STYLESHEET_PATH}"></head>` +
    `<body><main>${content}</main></body></html>`
  );
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
