/**
 * The parts of the platform that the client uses. Browsers' and Node's own objects have these shapes. shared/ is
 * compiled without the types of either.
 */

/** The part of `AbortSignal` that cancels a call. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Throws the reason of the abort. */
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The part of a byte `ReadableStream` that the client reads. Not every browser can iterate over one. */
export interface ByteStream {
  getReader(): ByteStreamReader;
}

/** Reads a `ByteStream` piece by piece. */
export interface ByteStreamReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Ends the stream at its source. */
  cancel(reason?: unknown): Promise<void>;
}

/** The parts of a `Response` that the client reads. */
export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ByteStream | null;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The options that the client passes to `fetch`. */
export interface FetchInit<Signal> {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: Signal;
}

/** The part of the platform's `fetch` that the client uses; `Signal` is the platform's `AbortSignal`. */
export type Fetch<Signal> = (url: string, init: FetchInit<Signal>) => Promise<FetchedResponse>;

/** Waits `ms` milliseconds. Throws the signal's reason if the signal is aborted earlier. */
export type Wait = (ms: number, signal: CancelSignal | undefined) => Promise<void>;

declare const setTimeout: (run: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

/** `Wait` with the platform's timer. */
export const waitWithTimer: Wait = async (ms, signal) => {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal?.addEventListener('abort', stop);
  });
  signal?.throwIfAborted();
};
