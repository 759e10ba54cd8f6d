/** Reads the description of the service that serves the page. */
import { OPENAPI_PATH } from '../../shared/api/endpoint-paths.ts';
import { readInterface, type Interface, type OpenApiDocument } from './read-interface.ts';

/** Tries in all, if the service is busy. */
const TRIES = 5;
/** Pause before the next try, where the service names none. */
const PAUSE_SECONDS = 1;

/**
 * The description. A busy service (503) is asked again after the time that it names. Throws what `fetch` throws, and an
 * error with the message of another refusal.
 */
export async function loadInterface(fetchIt: typeof fetch = fetch): Promise<Interface> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetchIt(OPENAPI_PATH);
    if (response.ok) return readInterface((await response.json()) as OpenApiDocument);
    if (response.status !== 503 || tries === TRIES) throw new Error(await messageOf(response));
    const seconds = Number(response.headers.get('retry-after') ?? PAUSE_SECONDS) || PAUSE_SECONDS;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
  }
}

async function messageOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  return typeof body?.message === 'string' ? body.message : `status ${response.status}`;
}
