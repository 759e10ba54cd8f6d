import { isBoolean, isString, parseMessage, type FieldCheck } from './message-fields.ts';

/** The captured part of a tab: the whole page, or the selection. */
export type CapturedPart = 'page' | 'selection';

/**
 * The use of the captured content. `original` stores it as one side. `revised` compares it with the original.
 * `clipboard` compares it with the clipboard. `snapshot` stores it for later. `since` compares it with the last look at
 * its address. `pair` compares the two selected tabs.
 */
export type CaptureRole = 'original' | 'revised' | 'clipboard' | 'snapshot' | 'since' | 'pair';

/** The content of a tab as the content script read it. All of it comes from the page, so none of it is trusted. */
export interface TabContent {
  readonly type: 'content';
  readonly title: string;
  readonly url: string;
  /** HTML of the content, in a page with its classes. With `isPlainText` it is the text itself. */
  readonly markup: string;
  readonly isPlainText: boolean;
  /** Addresses of frames from other origins, which could not be read. */
  readonly unreadFrames: readonly string[];
}

/** Nothing is selected in the tab. */
export interface NothingSelected {
  readonly type: 'nothing-selected';
}

/** The page exceeds the size limit. */
export interface TabTooLarge {
  readonly type: 'too-large';
}

/** The tab shows a PDF in the browser's viewer. Its bytes are asked for separately. */
export interface TabShowsPdf {
  readonly type: 'pdf';
}

/** The bytes of a PDF in a tab. */
export interface PdfOfTab {
  readonly type: 'pdf-file';
  readonly title: string;
  readonly url: string;
  readonly dataBase64: string;
}

/** The bytes of the PDF could not be fetched again. */
export interface PdfNotFetched {
  readonly type: 'pdf-not-fetched';
}

/** The page shows no text: it is still loading, or it paints its content. */
export interface TabWithoutText {
  readonly type: 'no-text';
}

/** The answer of the content script about a page. */
export type TabReading = TabContent | NothingSelected | TabTooLarge | TabShowsPdf | TabWithoutText;
/** The answer of the content script about a PDF. */
export type PdfReading = PdfOfTab | PdfNotFetched | TabTooLarge;

/** The popup asks the background to capture a tab. For the role `pair`, `tabId` is the tab in front. */
export interface CaptureRequest {
  readonly type: 'capture';
  readonly tabId: number;
  readonly part: CapturedPart;
  readonly role: CaptureRole;
}

/**
 * The sides, the capture fault or the snapshots changed; look them up again. The message carries no data, because
 * nobody may be listening. The store holds the next step with the sides.
 */
export interface SidesChanged {
  readonly type: 'sides-changed';
}

/** The pairing of the extension changed; look it up again. */
export interface PairingChanged {
  readonly type: 'pairing-changed';
}

/** The messages between the parts of the extension. */
export type ExtensionMessage = CaptureRequest | SidesChanged | PairingChanged;

/** Maximum length of a page's markup in characters: more than twice the service's limit for one input (10 MiB). */
export const TAB_MARKUP_MAX_LENGTH = 24 * 1024 * 1024;
/** Maximum size of a PDF in bytes. Its Base64 is as long as the longest markup. */
export const TAB_PDF_MAX_BYTES = (TAB_MARKUP_MAX_LENGTH / 4) * 3;
/** A longer title or address is of no use to a reader. */
export const TAB_LINE_MAX_LENGTH = 8_192;
/** Maximum number of listed frames; a page may contain any number. */
export const UNREAD_FRAMES_MAX = 100;

function isMarkup(value: unknown): value is string {
  return isString(value) && value.length <= TAB_MARKUP_MAX_LENGTH;
}

function isBase64(value: unknown): value is string {
  return isMarkup(value) && /^[A-Za-z0-9+/]*={0,2}$/u.test(value);
}

function isLine(value: unknown): value is string {
  return isString(value) && value.length <= TAB_LINE_MAX_LENGTH;
}

function isFrameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= UNREAD_FRAMES_MAX && value.every(isLine);
}

function isTabId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isOneOf<T extends string>(...names: readonly T[]): FieldCheck<T> {
  return (value): value is T => names.some((name) => name === value);
}

/** Validates the result of a script in a tab; null for anything else. */
export function parseTabReading(result: unknown): TabReading | null {
  return parseMessage<TabReading>(result, {
    content: { title: isLine, url: isLine, markup: isMarkup, isPlainText: isBoolean, unreadFrames: isFrameList },
    'nothing-selected': {},
    'too-large': {},
    pdf: {},
    'no-text': {},
  });
}

/** Validates the bytes of a PDF from a script in a tab; null for anything else. */
export function parsePdfReading(result: unknown): PdfReading | null {
  return parseMessage<PdfReading>(result, {
    'pdf-file': { title: isLine, url: isLine, dataBase64: isBase64 },
    'pdf-not-fetched': {},
    'too-large': {},
  });
}

/** Validates a message of another part of the extension; null for anything else. It does not check the sender. */
export function parseExtensionMessage(data: unknown): ExtensionMessage | null {
  return parseMessage<ExtensionMessage>(data, {
    capture: {
      tabId: isTabId,
      part: isOneOf<CapturedPart>('page', 'selection'),
      role: isOneOf<CaptureRole>('original', 'revised', 'clipboard', 'snapshot', 'since', 'pair'),
    },
    'sides-changed': {},
    'pairing-changed': {},
  });
}
