import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EMBED_SCRIPT_PATH, EMBED_TYPES_PATH, PAGE_PATH, STYLESHEET_PATH } from '../../../shared/api/endpoint-paths.ts';
import { PAGE_POLICY } from './page-policy.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { addressOf } from '../openapi/operation.ts';
import { GET_STYLESHEET, GET_EMBED_SCRIPT, GET_EMBED_TYPES, GET_REFERENCE } from './operations.ts';

const NOT_BUILT = 'The browser page is not built yet. Run: npm run build\nThe interface works without it.\n';

/** Valid names of built files: no part is hidden, empty or leads upwards. */
const BUILT_FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Browsers ask again after this time. The ETag then usually avoids the transfer. */
const PUBLIC_FILE = 'public, max-age=300';

/** Files for pages of every origin: they are the same for everyone and reveal nothing about a comparison. */
export const PUBLIC_FILES: readonly string[] = [STYLESHEET_PATH, EMBED_SCRIPT_PATH, EMBED_TYPES_PATH];

/** Serves the stylesheet, the embed script, and the built page with its files. */
export async function addStaticFiles(server: FastifyInstance, settings: ServerSettings): Promise<void> {
  const { pageDirectory, stylesDirectory } = settings;
  await server.register(fastifyStatic, { root: pageDirectory, serve: false, cacheControl: false, acceptRanges: false });

  server.route({
    ...addressOf(GET_STYLESHEET),
    handler: (_request, reply) => {
      reply.header('cache-control', PUBLIC_FILE);
      return reply.sendFile('diffsvc.css', stylesDirectory);
    },
  });
  server.route({
    ...addressOf(GET_EMBED_SCRIPT),
    handler: (_request, reply) => {
      // RFC 9239 defines one type for scripts. The file server still uses an older one.
      reply.headers({ 'cache-control': PUBLIC_FILE, 'content-type': 'text/javascript; charset=utf-8' });
      return reply.sendFile(EMBED_SCRIPT_PATH, pageDirectory, { contentType: false });
    },
  });
  server.route({
    ...addressOf(GET_EMBED_TYPES),
    handler: async (_request, reply) => {
      // The file server would take the file for a video because of its extension.
      const types = await readFile(join(pageDirectory, EMBED_TYPES_PATH), 'utf8').catch(() => null);
      if (types === null) {
        reply.callNotFound();
        return reply;
      }
      return reply.header('cache-control', PUBLIC_FILE).type('text/plain; charset=utf-8').send(types);
    },
  });

  const sendPage = (reply: FastifyReply, file: 'index.html' | 'docs.html'): FastifyReply => {
    reply.headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' });
    // Checked at each request, so that a newly built page appears.
    if (existsSync(join(pageDirectory, file))) return reply.sendFile(file, pageDirectory);
    return reply.type('text/plain; charset=utf-8').send(NOT_BUILT);
  };
  server.get(PAGE_PATH, (_request, reply) => sendPage(reply, 'index.html'));
  server.get('/index.html', (_request, reply) => sendPage(reply, 'index.html'));
  server.route({ ...addressOf(GET_REFERENCE), handler: (_request, reply) => sendPage(reply, 'docs.html') });

  server.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const file = request.params['*'];
    if (!BUILT_FILE.test(file)) {
      reply.callNotFound();
      return reply;
    }
    // The builder puts a hash of the content into the names below assets/.
    const hashed = file.startsWith('assets/');
    reply.headers({
      'content-security-policy': PAGE_POLICY,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    return reply.sendFile(file, pageDirectory);
  });
}
