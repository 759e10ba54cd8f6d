/** The log of a service that a person runs in a terminal. */
import type { DestinationStream } from 'pino';
import { printableLine } from './printable.ts';

/** What is read of an entry. */
interface Entry {
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}

/** Writes each entry as one plain line: what happened, and the error if there is one. `write` takes whole lines. */
export function terminalLog(write: (line: string) => void): DestinationStream {
  return {
    write: (entry) => {
      const { msg, err } = JSON.parse(entry) as Entry;
      const said = [msg, err?.message].filter((part) => part !== undefined && part !== '');
      write(`diffsvc: ${printableLine([...new Set(said)].join(': '))}\n`);
    },
  };
}
