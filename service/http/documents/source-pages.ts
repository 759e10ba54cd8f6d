import type { FastifyInstance } from 'fastify';
import { SOURCE_PAGES_PATH } from '../../../shared/api/endpoint-paths.ts';
import { PAGE_URL_SECONDS } from '../../comparison/pages/source-pages.ts';
import type { PageRenderingComplete } from '../../../shared/api/stream-events.ts';
import type { RenderedSources, SourcePages } from '../../comparison/pages/source-pages.ts';
import { single, type GivenQuery } from '../guards/query.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { visitorOf } from '../comparisons/visitor.ts';
import { addressOf } from '../openapi/operation.ts';
import { GET_SOURCE_PAGES } from './operations.ts';

/** `GET /v1/diffsvc/pages/<id>`: the pages of one source, by the private address from the stream. */
export function addSourcePagesEndpoint(server: FastifyInstance, pages: SourcePages): void {
  server.route<{ Params: { pageId: string }; Querystring: GivenQuery }>({
    ...addressOf(GET_SOURCE_PAGES),
    config: { access: { to: 'viewer', isOpen: () => false } },
    handler: async (request, reply) => {
      const given = request.query.token;
      const visitor = visitorOf(request, given === undefined ? undefined : single('token', given));
      const { record, bytes } = await pages.open(request.params.pageId, visitor.token, visitor.subject);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${record.side}.pdf"`,
          'content-security-policy': "frame-ancestors 'self'",
        })
        .send(bytes);
    },
  });
}

/** The payload of `page_rendering_complete`. */
export function pagesAnswer(settings: ServerSettings, rendered: RenderedSources): PageRenderingComplete {
  const origin = new URL(settings.baseUrl()).origin;
  return {
    schemaVersion: 'diffsvc.pages.v1',
    renderer: rendered.renderer,
    renderMs: rendered.renderMs,
    pages: rendered.pages.map(({ side, pageId, token, pageCount }) => ({
      side,
      pdfUrl: `${origin}${SOURCE_PAGES_PATH.replace(':pageId', pageId)}?token=${token}`,
      pageCount,
      expiresInSeconds: PAGE_URL_SECONDS,
    })),
  };
}
