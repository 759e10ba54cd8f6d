import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/u;

/** Whether a request to an object store has the signature of this key (AWS Signature Version 4). */
export function isSignedBy({ method = '', url = '', headers }: IncomingMessage, id: string, secret: string): boolean {
  const [, given, scope, names, signature] = FORM.exec(headers.authorization ?? '') ?? [];
  if (given !== id || scope === undefined || names === undefined) return false;
  const [path = '', query = ''] = url.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const canonical = [
    method,
    path,
    pairs
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hash].join('\n');
  const sign = (key: string | Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();
  const key = scope.split('/').reduce<string | Buffer>((last, part) => sign(last, part), `AWS4${secret}`);
  return sign(key, text).toString('hex') === signature;
}
