/** What the check of an object store finds, of one that refuses as a real one does. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ObjectStore } from '../../service/cluster/objects/object-store.ts';
import { BUCKET, OBJECT_CREDENTIALS, ObjectServer } from './object-server.ts';

let server: ObjectServer;
let before: NodeJS.ProcessEnv;
beforeEach(async () => {
  before = { ...process.env };
  Object.assign(process.env, OBJECT_CREDENTIALS);
  server = await ObjectServer.start();
});
afterEach(async () => {
  process.env = before;
  await server.close();
});

async function checked(bucket = BUCKET): Promise<string | null> {
  const store = new ObjectStore({ bucket, prefix: 'test/', region: 'us-east-1', endpoint: server.endpoint });
  try {
    await store.check();
    return null;
  } catch (fault) {
    return ((fault as Error).cause as Error).message;
  } finally {
    store.close();
  }
}

it('finds nothing wrong with one that takes, gives back and deletes an object, and leaves none', async () => {
  expect(await checked()).toBeNull();
  const store = new ObjectStore({ bucket: BUCKET, prefix: 'test/', region: 'us-east-1', endpoint: server.endpoint });
  const left: string[] = [];
  for await (const name of store.namesBefore('', new Date(Date.now() + 60_000))) left.push(name);
  expect(left).toEqual([]);
  store.close();
});

it.each([
  ['PUT', 'no object can be written in the bucket diffsvc: AccessDenied: Refused.'],
  ['GET', 'no object can be read in the bucket diffsvc: AccessDenied: Refused.'],
  ['LIST', 'no object can be listed in the bucket diffsvc: AccessDenied: Refused.'],
  ['DELETE', 'no object can be deleted in the bucket diffsvc: AccessDenied: Refused.'],
])('names a key that may not %s', async (method, told) => {
  server.forbidden = [method];
  expect(await checked()).toBe(told);
});

it('names a wrong secret, and a bucket that is not there', async () => {
  expect(await checked('nowhere')).toContain('no object can be written in the bucket nowhere: NoSuchBucket');
  process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong';
  expect(await checked()).toBe('no object can be written in the bucket diffsvc: SignatureDoesNotMatch: Refused.');
});
