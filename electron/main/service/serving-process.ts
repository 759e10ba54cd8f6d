import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { HEALTH_PATH } from '../../../shared/api/endpoint-paths.ts';
import { Health } from '../../../shared/api/health.ts';

/** `service.json`, in which the service that serves a data directory says so. */
const Announcement = Compile(Type.Object({ pid: Type.Integer(), baseUrl: Type.Union([Type.String(), Type.Null()]) }));
const HealthAnswer = Compile(Health);
/** Loopback answers at once; a service that is busy over this is as good as none. */
const HEALTH_PATIENCE_MS = 3_000;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Origin of the service that serves a data directory now; null: none does. Only a loopback address is taken: the owner's
 * code is not sent elsewhere, whatever the file says.
 */
export async function findServingProcess(dataDir: string, call: typeof fetch): Promise<string | null> {
  const announced = await readFile(join(dataDir, 'service.json'), 'utf8').then(parse, () => null);
  if (!Announcement.Check(announced) || announced.baseUrl === null) return null;
  const address = URL.parse(announced.baseUrl);
  if (address?.protocol !== 'http:' || !LOOPBACK.test(address.hostname)) return null;
  return (await isHealthy(address.origin, call)) ? address.origin : null;
}

/** Whether a service takes requests there. */
export async function isHealthy(origin: string, call: typeof fetch): Promise<boolean> {
  try {
    const response = await call(`${origin}${HEALTH_PATH}`, { signal: AbortSignal.timeout(HEALTH_PATIENCE_MS) });
    return response.ok && HealthAnswer.Check(await response.json());
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
