import { TAB_LINE_MAX_LENGTH, TAB_PDF_MAX_BYTES, type PdfReading } from '../../shared/messages/extension-message.ts';
import { titleOf } from './plain-dom.ts';

/** Every PDF begins with it (ISO 32000-2, 7.5.2). Some have other bytes before it. */
const SIGNATURE = '%PDF-';
const SIGNATURE_WITHIN = 1_024;

/** Time for it. The answer of a server may never end. */
const FETCH_MS = 20_000;

/**
 * Fetches the PDF that the tab shows, as the tab itself may: with its cookies, and from the browser's cache where that
 * has it. Nothing else is fetched.
 */
export async function readPdf(page: Document): Promise<PdfReading> {
  try {
    const signal = AbortSignal.timeout(FETCH_MS);
    const response = await fetch(page.location.href, { credentials: 'include', cache: 'force-cache', signal });
    if (!response.ok || response.body === null) return { type: 'pdf-not-fetched' };
    const file = await fileOf(response.body);
    if (file === null) return { type: 'too-large' };
    // A page that asks to sign in comes with a success status, too.
    if (!(await file.slice(0, SIGNATURE_WITHIN).text()).includes(SIGNATURE)) return { type: 'pdf-not-fetched' };
    const url = page.location.href.slice(0, TAB_LINE_MAX_LENGTH);
    return { type: 'pdf-file', title: nameOf(page), url, dataBase64: await base64Of(file) };
  } catch {
    return { type: 'pdf-not-fetched' };
  }
}

/** The bytes of an answer; null as soon as there are more than are read of a tab. */
async function fileOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob | null> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > TAB_PDF_MAX_BYTES) {
      await reader.cancel();
      return null;
    }
    parts.push(part.value);
  }
  return new Blob(parts);
}

/** The title of the tab, or the last part of its address. */
function nameOf(page: Document): string {
  const title = titleOf(page);
  const last = page.location.pathname.split('/').at(-1) ?? '';
  return (title === '' ? decoded(last) : title).slice(0, TAB_LINE_MAX_LENGTH);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function base64Of(file: Blob): Promise<string> {
  const reader = new FileReader();
  const address = await new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The bytes could not be read.'));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(',') + 1);
}
