import type { EventStreamTimes } from './reply/event-stream.ts';

/** What the endpoints are told of the instance they run in. */
export interface ServerSettings {
  /** Addresses as given out, without slash at the end. Asked for at each request: the port is known late. */
  readonly baseUrl: () => string;
  readonly viewerUrl: () => string;
  /** Configured addresses and names by which the service may be called beside loopback. */
  readonly ownAddresses: readonly string[];
  /** Times of event streams where they are not the usual ones. */
  readonly streamTimes?: EventStreamTimes;
  /** Version of the program. */
  readonly version: string;
  /** Where the installation keeps its data. */
  readonly dataDirectory: string;
  /** Directory of the built browser page; it may be missing. */
  readonly pageDirectory: string;
  /** Directory of `diffsvc.css`. */
  readonly stylesDirectory: string;
}
