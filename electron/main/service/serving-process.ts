import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { HEALTH_PATH } from '../../../shared/api/endpoint-paths.ts';
import { Health } from '../../../shared/api/health.ts';

/** The schema of `service.json`, in which a service announces which data directory it serves. */
const Announcement = Compile(Type.Object({ pid: Type.Integer(), baseUrl: Type.Union([Type.String(), Type.Null()]) }));
const HealthAnswer = Compile(Health);
/** Loopback answers at once. A service that is busy longer counts as gone. */
const HEALTH_PATIENCE_MS = 3_000;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Origin of the service that serves a data directory; null if there is none. Only loopback addresses are accepted. So a
 * wrong file never sends the owner's code elsewhere.
 */
export async function findServingProcess(dataDir: string, call: typeof fetch): Promise<string | null> {
  const announced = await readFile(join(dataDir, 'service.json'), 'utf8').then(parse, () => null);
  if (!Announcement.Check(announced) || announced.baseUrl === null) return null;
  const address = URL.parse(announced.baseUrl);
  if (address?.protocol !== 'http:' || !LOOPBACK.test(address.hostname)) return null;
  return (await isHealthy(address.origin, call)) ? address.origin : null;
}

/** Whether a service accepts requests at this origin. */
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
