/** The reference of the load test: a Fastify route with request and answer bodies of the same size. */
import fastify from 'fastify';

const [, , answerBytes] = process.argv;
const server = fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
const answer = Buffer.from(JSON.stringify({ html: 'x'.repeat(Number(answerBytes) - 11) }));
server.post('/bare', (_request, reply) => reply.type('application/json').send(answer));
const address = await server.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`listening ${address}\n`);
