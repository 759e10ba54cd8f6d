import type { OwnAddresses } from '../guards/origin-guard.ts';
import type { EventStreamTimes } from './event-stream.ts';

/** What the endpoints know about their instance. */
export interface ServerSettings {
  /** Published addresses without a final slash. They are functions, because the port is known late. */
  readonly baseUrl: () => string;
  readonly viewerUrl: () => string;
  /** Configured addresses and names of the service besides loopback. */
  readonly ownAddresses: OwnAddresses;
  /** Times of event streams, if they differ from the defaults. */
  readonly streamTimes?: EventStreamTimes;
  /** Mean delay of the main thread above which requests are refused, if it differs from the default. */
  readonly mostDelayMs?: number;
  /** Time in which a whole request must arrive, if it differs from the default. */
  readonly requestMs?: number;
  /** Version of the program. */
  readonly version: string;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** Where the installation stores its data. */
  readonly dataDirectory: string;
  /** Directory of the built browser page. It may be missing. */
  readonly pageDirectory: string;
  /** Directory of `diffsvc.css`. */
  readonly stylesDirectory: string;
}
