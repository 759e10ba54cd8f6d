import { isBoolean, isString, parseMessage, type FieldCheck } from './message-fields.ts';

/** What a reader takes from a tab: all of its page, or what is selected in it. */
export type CapturedPart = 'page' | 'selection';

/**
 * What is done with it. `original` keeps it as the one side; `revised` compares it with the original; `clipboard` compares
 * it with what the clipboard holds; `snapshot` keeps it for later.
 */
export type CaptureRole = 'original' | 'revised' | 'clipboard' | 'snapshot';

/** The content of a tab, as the script in it read it. Everything in it comes from the page: nothing of it is trusted. */
export interface TabContent {
  readonly type: 'content';
  readonly title: string;
  readonly url: string;
  /** HTML of what was read, in a page with its classes; with `isPlainText` the text itself. */
  readonly markup: string;
  readonly isPlainText: boolean;
  /** Frames of other origins, which could not be read: their addresses. */
  readonly unreadFrames: readonly string[];
}

/** Nothing is selected in the tab. */
export interface NothingSelected {
  readonly type: 'nothing-selected';
}

/** The page is larger than is read. */
export interface TabTooLarge {
  readonly type: 'too-large';
}

/** The tab shows a PDF in the browser's own viewer, which lets nobody read it. */
export interface TabShowsPdf {
  readonly type: 'pdf';
}

/** The page shows no text: it is still loading, or draws what it shows. */
export interface TabWithoutText {
  readonly type: 'no-text';
}

/** What the script in a tab answers. */
export type TabReading = TabContent | NothingSelected | TabTooLarge | TabShowsPdf | TabWithoutText;

/** The popup asks the background to take something from a tab. */
export interface CaptureRequest {
  readonly type: 'capture';
  readonly tabId: number;
  readonly part: CapturedPart;
  readonly role: CaptureRole;
}

/**
 * The sides to be compared, the fault of taking one, or the snapshots are others than before: look them up again. Says
 * nothing else, since nobody may be listening: what is to be done stands with the sides.
 */
export interface SidesChanged {
  readonly type: 'sides-changed';
}

/** The extension was paired or unpaired: look it up again. */
export interface PairingChanged {
  readonly type: 'pairing-changed';
}

/** What the parts of the extension say to one another. */
export type ExtensionMessage = CaptureRequest | SidesChanged | PairingChanged;

/** Characters of a page's markup at most: over twice what the service takes of an input (10 MiB) as it is sent. */
export const TAB_MARKUP_MAX_LENGTH = 24 * 1024 * 1024;
/** Titles and addresses longer than this are none that a reader could make use of. */
export const TAB_LINE_MAX_LENGTH = 8_192;
/** Frames that are named at most; a page may hold any number. */
export const UNREAD_FRAMES_MAX = 100;

function isMarkup(value: unknown): value is string {
  return isString(value) && value.length <= TAB_MARKUP_MAX_LENGTH;
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

/** The reading that the result of a script in a tab is; null for anything else. */
export function parseTabReading(result: unknown): TabReading | null {
  return parseMessage<TabReading>(result, {
    content: { title: isLine, url: isLine, markup: isMarkup, isPlainText: isBoolean, unreadFrames: isFrameList },
    'nothing-selected': {},
    'too-large': {},
    pdf: {},
    'no-text': {},
  });
}

/** The message of another part of the extension; null for anything else. Who sent it is not checked here. */
export function parseExtensionMessage(data: unknown): ExtensionMessage | null {
  return parseMessage<ExtensionMessage>(data, {
    capture: {
      tabId: isTabId,
      part: isOneOf<CapturedPart>('page', 'selection'),
      role: isOneOf<CaptureRole>('original', 'revised', 'clipboard', 'snapshot'),
    },
    'sides-changed': {},
    'pairing-changed': {},
  });
}
