/** Every operation of a service called by the callers that may, and by callers with their secrets at wrong places. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { plainPdf } from '../builders/plain-pdf.ts';
import { RunSecrets } from './run-secrets.ts';

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
}

const EXTENSION = { origin: `chrome-extension://${'c'.repeat(32)}` };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** What comes after this sign of a token is its signature. */
const afterLast = (sign: string, text: string): string => text.slice(text.lastIndexOf(sign) + 1);
const signatureOf = (token: string): string => token.slice(-43);

/** One run against a service, with the secrets that it made. */
export class WholeRun {
  readonly secrets = new RunSecrets();
  /** Bodies of refusals, and the headers of all answers but the cookies that they set. */
  readonly told: string[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Calls the service. A path may be a whole address, of which the origin does not matter. */
  async send(
    method: string,
    path: string,
    headers: Headers = {},
    body?: object | string | Uint8Array,
  ): Promise<Answer> {
    const isObject = typeof body === 'object' && !(body instanceof Uint8Array);
    const { pathname, search } = new URL(path, this.#origin);
    const response = await fetch(this.#origin + pathname + search, {
      method,
      redirect: 'manual',
      headers: { ...(isObject && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isObject ? JSON.stringify(body) : (body as BodyInit) }),
    });
    const text = await response.text();
    // Both are for this caller: a session, and a file name that is made of the names that the caller sent.
    const others = [...response.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-disposition');
    this.told.push(JSON.stringify(others), ...(response.ok ? [] : [text]));
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  }

  /** All of it. `linkCode` is of a one-time link. Returns addresses with tokens that were good. */
  async all(linkCode: string): Promise<string[]> {
    this.secrets.keep('code of a link', linkCode);
    const { owner, session } = await this.#signIn(linkCode);
    const { key, keyId } = (await this.send('POST', '/v1/diffsvc/keys', owner, { name: 'a program' })).json;
    this.secrets.keep('key', key.slice('dsk_'.length));
    const bearer = { authorization: `Bearer ${key}` };
    const links = [...(await this.#texts(bearer)), ...(await this.#documents(bearer)), session.path];
    await this.#pairings(owner);
    await this.#reviews(owner);
    await this.#unreadable(key);
    await this.#atWrongPlaces(links, key, bearer);
    await this.send('GET', '/v1/diffsvc/keys', owner);
    await this.send('GET', '/v1/diffsvc/usage', bearer);
    await this.send('DELETE', `/v1/diffsvc/keys/${key}`, owner);
    await this.send('DELETE', `/v1/diffsvc/keys/${keyId}`, owner);
    await this.send('GET', '/v1/diffsvc/usage', bearer);
    await this.send('DELETE', session.path, { ...this.#ownPage, cookie: session.cookie });
    return links;
  }

  get #ownPage(): Headers {
    return { origin: this.#origin };
  }

  async #signIn(code: string) {
    const opened = await this.send('POST', '/v1/sessions', this.#ownPage, { code });
    await this.send('POST', '/v1/sessions', this.#ownPage, { code });
    const path: string = opened.json.sessionPath;
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
    this.secrets.keep('path of a session', afterLast('/', path));
    this.secrets.keep('cookie', afterLast('=', cookie));
    const { accessToken } = (await this.send('POST', path, { ...this.#ownPage, cookie })).json;
    this.secrets.keep('access token', signatureOf(accessToken));
    for (const wrong of [`${path}/`, `${path}/more`, path.replace('/v1/', '/V1/'), `/v1/diffsvc${path}`])
      await this.send('POST', wrong, { ...this.#ownPage, cookie });
    await this.send('POST', path, { ...this.#ownPage, cookie: `${cookie}x` });
    await this.send('GET', path, { ...this.#ownPage, cookie });
    await this.send('POST', '/v1/sign-in', this.#ownPage);
    const owner = { authorization: `Bearer ${accessToken}` };
    await this.send('GET', '/v1/installation', owner);
    return { owner, session: { path, cookie } };
  }

  /** Comparisons of texts, uploads, shares, exports and jobs. */
  async #texts(bearer: Headers): Promise<string[]> {
    const { secrets } = this;
    const original = `<p>${secrets.keep('text of the original', 'Ann pays ninety florins to Bea')}</p>`;
    const revised = `<p>${secrets.keep('text of the revised', 'Cleo owes eleven ducats to Dan')}</p>`;
    const repeated = { ...bearer, 'idempotency-key': secrets.keep('Idempotency-Key', `own-key-${hex(12)}`) };
    const title = secrets.keep('title', 'Secret lease of the old mill');
    const order = { original, revised, title, output: ['html', 'json', 'hosted_viewer'] };
    const { json } = await this.send('POST', '/v1/diffsvc/html', repeated, order);
    await this.send('POST', '/v1/diffsvc/html', repeated, { ...order, mode: 'word' });
    await this.send('POST', '/v1/diffsvc/html', bearer, { ...order, stream: true });
    const { comparisonId, viewerToken, changesUrl, viewerUrl } = json;
    secrets.keep('viewer token', signatureOf(viewerToken));
    const at = `/v1/diffsvc/comparisons/${comparisonId}`;
    const share = (await this.send('POST', `${at}/shares`, bearer, { embedOrigin: 'https://app.example' })).json;
    secrets.keep('token of a share', signatureOf(share.viewerToken ?? afterLast('=', share.viewerUrl)));
    await this.send('GET', at, { 'x-viewer-token': viewerToken });
    await this.send('GET', `/v1/diffsvc/comparisons?limit=20`, bearer);
    await this.send('GET', changesUrl);
    await this.send('GET', `${changesUrl}x&limit=0`);
    await this.send('GET', viewerUrl ?? `/view/${comparisonId}?token=${viewerToken}`);
    await this.send('GET', `/embed/${comparisonId}?token=${signatureOf(share.viewerUrl)}`);
    await this.send('GET', `/embed/${comparisonId}?token=${afterLast('=', share.viewerUrl)}`);
    await this.#uploads(bearer);
    await this.#jobs(bearer, at);
    const gone = (await this.send('POST', '/v1/diffsvc/html', bearer, { ...order, output: ['json'] })).json;
    await this.send('DELETE', `/v1/diffsvc/comparisons/${gone.comparisonId}`, bearer);
    for (const page of ['/', '/docs', '/v1/health', '/v1/openapi.json', '/styles/v1/diffsvc.css'])
      await this.send('GET', page);
    for (const script of ['diffsvc.js', 'diffsvc.d.ts']) await this.send('GET', `/scripts/v1/${script}`);
    return [changesUrl, `/view/${comparisonId}?token=${viewerToken}`, share.viewerUrl];
  }

  async #uploads(bearer: Headers): Promise<void> {
    const filename = this.secrets.keep('name of a file', 'divorce-of-the-mayor.txt');
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    const announced = { filename, contentType: type['content-type'], sizeBytes: 4 };
    const { uploadUrl } = (await this.send('POST', '/v1/diffsvc/uploads', bearer, announced)).json;
    this.secrets.keep('upload token', afterLast('=', uploadUrl));
    for (const body of ['abcde', 'abcd', 'abcd']) await this.send('PUT', uploadUrl, type, body);
    await this.send('PUT', `${uploadUrl}x`, type, 'abcd');
    await this.send('GET', uploadUrl);
  }

  async #jobs(bearer: Headers, at: string): Promise<void> {
    const { secrets } = this;
    const names = { original: secrets.keep('name of the original', 'will-of-the-countess-1.docx'), revised: 'b.docx' };
    const reviewer = secrets.keep('reviewer', 'Eleonora Wolkenstein');
    const order = { type: 'report_html', accept: 'all', names, reviewer };
    const { jobId } = (await this.send('POST', `${at}/exports`, bearer, order)).json;
    await this.send('GET', `/v1/diffsvc/jobs/${jobId}?wait=30`, bearer);
    await this.send('GET', `/v1/diffsvc/jobs/${jobId}/result`, bearer);
    await this.send('GET', '/v1/diffsvc/jobs?limit=10', bearer);
    await this.send('DELETE', `/v1/diffsvc/jobs/${jobId}`, bearer);
  }

  /** Two PDF files with their pages. */
  async #documents(bearer: Headers): Promise<string[]> {
    const page = (words: string): string => {
      const content = `BT /F1 12 Tf 72 700 Td (${words}) Tj ET`;
      return Buffer.from(plainPdf([{ content }])).toString('base64');
    };
    const { json } = await this.send(
      'POST',
      '/v1/diffsvc/documents',
      { ...bearer, accept: 'application/json' },
      {
        format: 'pdf',
        original: { dataBase64: page(this.secrets.keep('text of a page', 'The nurse saw the broken vase')) },
        revised: { dataBase64: page('The nurse saw the mended vase') },
        output: ['json', 'hosted_viewer'],
        pageRendering: true,
      },
    );
    const pageUrl: string = /https?:[^"]*\/pages\/[^"]*/u.exec(JSON.stringify(json))![0];
    this.secrets.keep('token of pages', afterLast('=', pageUrl));
    const { comparisonId, hostedUrl } = json.contentDiff;
    const token = afterLast('=', hostedUrl);
    this.secrets.keep('token of documents', signatureOf(token));
    await this.send('GET', pageUrl);
    await this.send('GET', `${pageUrl}x`);
    await this.send('GET', `/v1/diffsvc/comparisons/${comparisonId}/pages/marks?token=${token}`);
    return [pageUrl, hostedUrl];
  }

  async #pairings(owner: Headers): Promise<void> {
    const begin = async () => {
      const verifier = randomBytes(32).toString('base64url');
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const begun = await this.send('POST', '/v1/pairings', EXTENSION, { challenge, name: 'diffsvc' });
      return { ...begun.json, verifier: this.secrets.keep(`verifier ${begun.json.pairingId}`, verifier) };
    };
    const { pairingId, code, verifier } = await begin();
    await this.send('GET', '/v1/pairings', owner);
    await this.send('POST', `/v1/pairings/${pairingId}/key`, EXTENSION, { verifier: `${verifier}x` });
    await this.send('POST', `/v1/pairings/${pairingId}/confirmation`, owner, { code });
    const { json } = await this.send('POST', `/v1/pairings/${pairingId}/key`, EXTENSION, { verifier });
    this.secrets.keep('key of an extension', json.key.slice('dsk_'.length));
    const paired = { ...EXTENSION, authorization: `Bearer ${json.key}` };
    await this.send('POST', '/v1/diffsvc/html', paired, { original: 'a', revised: 'b', format: 'txt' });
    await this.send('DELETE', `/v1/diffsvc/keys/${json.keyId}`, paired);
    await this.send('DELETE', `/v1/pairings/${(await begin()).pairingId}`, owner);
  }

  async #reviews(owner: Headers): Promise<void> {
    const digests = { original: sha256(hex(8)), revised: sha256(hex(8)), fragment: sha256(hex(8)) };
    const id = sha256(`${digests.original}\n${digests.revised}\n${digests.fragment}\n`);
    const at = `/v1/diffsvc/reviews/${id}`;
    const change = {
      ...{ changeId: 'chg_000001', signs: ['k3v9x1b2'], kind: 'replace', after: 'x' },
      before: this.secrets.keep('text of a change', 'the salary of the bishop'),
    };
    const names = { originalName: this.secrets.keep('name in a review', 'bonus-of-the-chair.docx'), revisedName: null };
    const stream = await fetch(new URL('/v1/diffsvc/reviews/events', this.#origin), { headers: owner });
    if (!stream.ok) throw new Error(`the stream of reviews is ${stream.status}`);
    await this.send('PUT', at, owner, { ...digests, ...names, changes: [change] });
    const text = this.secrets.keep('note', 'He must never hear of this clause');
    const note = { changeId: 'chg_000001', removed: [], tagsAdded: [], tagsRemoved: [] };
    await this.send('POST', `${at}/operations`, owner, {
      ...{ revision: 0, window: 'one', reviewer: 'Ada', decided: 0 },
      operations: [
        {
          ...{ operationId: hex(16), kind: 'step' },
          notes: [{ ...note, added: [{ author: 'Ada', at: null, text }] }],
        },
      ],
    });
    for (const path of ['/v1/diffsvc/reviews', at, `${at}/changes`, `/v1/diffsvc/reviews?cursor=${text}`])
      await this.send('GET', path, owner);
    await this.send('POST', '/v1/diffsvc/reviews/search', owner, { ...digests, signs: [change.signs] });
    await this.send('POST', '/v1/diffsvc/reviews/search', owner, { ...digests, signs: text });
    await this.send('DELETE', at, owner);
    await stream.body?.cancel();
  }

  /** Requests that are no HTTP, or no JSON, or of a place that may not call. */
  async #unreadable(key: string): Promise<void> {
    const authorization = `Bearer ${key}`;
    const json = { authorization, 'content-type': 'application/json' };
    for (const body of [`{"original": "${key}`, `"${key}"`, `[${key}]`, `{"${key}": "${key}"}`])
      await this.send('POST', '/v1/diffsvc/html', json, body);
    await this.send('POST', '/v1/diffsvc/html', { ...json, origin: `https://${key}.example` }, '{}');
    await this.send('POST', '/v1/diffsvc/html', { authorization, 'content-type': key }, '{}');
    await this.send('POST', '/v1/diffsvc/html', { ...json, 'idempotency-key': `${key} ` + '!' }, '{}');
    for (const bad of [`${authorization}x`, `Basic ${key}`, key, `Bearer ${signatureOf(key)}`])
      await this.send('GET', '/v1/diffsvc/usage', { authorization: bad });
    await this.send('PATCH', `/v1/diffsvc/keys/${key}`, { authorization });
    for (const raw of [
      `GET /${key} HTTP/1.1\r\nAuthorization: ${authorization}\r\n\r\n`,
      `NONSENSE ${key}\r\n\r\n`,
      `GET /%zz${key} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${key}.example\r\nConnection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${key}${'x'.repeat(20_000)}\r\n\r\n`,
    ])
      this.told.push(await this.#raw(raw));
  }

  /** The answer to these bytes. */
  async #raw(request: string): Promise<string> {
    const { hostname, port } = new URL(this.#origin);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).end(request);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    await Promise.race([new Promise((resolve) => socket.once('close', resolve)), delay(5_000)]);
    socket.destroy();
    return answer;
  }

  /** Links and keys in addresses of another form than theirs. */
  async #atWrongPlaces(links: readonly string[], key: string, bearer: Headers): Promise<void> {
    for (const link of links) {
      const { pathname, search } = new URL(link, this.#origin);
      const token = search === '' ? afterLast('/', pathname) : afterLast('=', search);
      for (const path of [
        `${pathname}/${token}`,
        `${pathname};token=${token}`,
        `${pathname}%3Ftoken=${token}`,
        `/${token}`,
        `/view/${token}`,
        `/assets/${token}`,
        `/v1/diffsvc/comparisons/${encodeURIComponent(token)}/changes`,
        `/v1/diffsvc/jobs/${Buffer.from(token).toString('base64url')}`,
        `${pathname}?token=${token}x`,
      ])
        await this.send('GET', path, bearer);
    }
    for (const path of [`/${key}`, `/v1/diffsvc/jobs/${key}/result`, `/v1/diffsvc/uploads/${key}`, `/docs/${key}`])
      for (const method of ['GET', 'PUT', 'OPTIONS']) await this.send(method, path, bearer);
  }
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
