import { isIP } from 'node:net';
import { ConfigurationError } from './configuration.ts';

/** A value of the configuration before its check, with its source. */
export interface Given {
  readonly value: unknown;
  /** For messages: `--port`, `DIFFSVC_PORT`, `"port" in config.json`. */
  readonly from: string;
  /** The value may hold a password or a secret, so no message shows it. */
  readonly hidden?: true;
}

/** A whole number within bounds; decimal digits if it is text. */
export function wholeNumber(given: Given, least: number, most: number): number {
  const { value } = given;
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most) {
    throw unusable(given, `a whole number from ${least} to ${most}`);
  }
  return number;
}

/** One of a list of words. */
export function oneOf<T extends string>(given: Given, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === given.value);
  if (word === undefined) throw unusable(given, `one of ${words.join(', ')}`);
  return word;
}

/** Text that is not empty. */
export function text(given: Given): string {
  if (typeof given.value !== 'string' || given.value.trim() === '') throw unusable(given, 'text that is not empty');
  return given.value;
}

/** Addresses and networks in CIDR notation, with commas between them; none if the setting is absent. */
export function networks(given: Given | undefined): string[] {
  if (given === undefined) return [];
  const each = text(given)
    .split(',')
    .map((one) => one.trim());
  for (const one of each) {
    const [address = '', bits, ...rest] = one.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || !isNetwork || rest.length > 0) {
      throw unusable(given, 'addresses or networks with commas between them, such as 10.0.0.0/8');
    }
  }
  return each;
}

/** A host name or address to listen on, without scheme and port. An IPv6 address may be in brackets. */
export function hostName(given: Given): string {
  const host = text(given).replace(/^\[(.*)\]$/, '$1');
  if (!/^[\w.:%-]+$/.test(host) || (host.includes(':') && !/^[\da-f:.]+(%\w+)?$/i.test(host))) {
    throw unusable(given, 'a host name or address without scheme and port, such as 127.0.0.1');
  }
  return host;
}

/**
 * An http or https address with exactly this path and without a final slash. The path is `/v1`, or the empty string for
 * an origin. A given origin stands for its `/v1`.
 */
export function webAddress(given: Given, path: '' | '/v1'): string {
  const wanted =
    path === '' ? 'an origin such as http://127.0.0.1:4870' : 'an address such as http://127.0.0.1:4870/v1';
  const address = URL.parse(text(given));
  // A password is in front of the @.
  if (text(given).includes('@')) throw unusable({ ...given, hidden: true }, `${wanted}, without a name or password`);
  if (address === null || !/^https?:$/.test(address.protocol)) throw unusable(given, wanted);
  const hasPath = ['', path].includes(address.pathname.replace(/\/$/, ''));
  if (address.search !== '' || address.hash !== '' || !hasPath) {
    throw unusable(given, wanted);
  }
  return address.origin + path;
}

/** A JSON object or its text. `wanted` describes the expected object. */
export function jsonObject(given: Given, wanted: string): Record<string, unknown> {
  let { value } = given;
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      throw unusable(given, wanted);
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unusable(given, wanted);
  return value as Record<string, unknown>;
}

/** The error for an invalid value. It shows the value, unless that may hold a secret. */
export function unusable({ value, from, hidden }: Given, wanted: string): ConfigurationError {
  const told = hidden === true ? from : `${from} is ${JSON.stringify(value)}; it`;
  return new ConfigurationError(`${told} has to be ${wanted}.`);
}
