import { isIP, isIPv6 } from 'node:net';
import type { Identity } from './identity.ts';
import type { PlanTable } from './plan-terms.ts';

/**
 * Identifies an anonymous caller by address: an IPv4 address, or the /64 network of an IPv6 address. One customer of
 * a network usually has a /64 network alone. Every loopback address is this machine, so all are one identity.
 */
export function anonymousIdentity(address: string, plans: PlanTable): Identity {
  const terms = plans.anonymous;
  return {
    subject: `address:${networkOf(address)}`,
    by: 'address',
    accountId: null,
    keyId: null,
    extensionOrigin: null,
    managesInstallation: false,
    plan: 'anonymous',
    terms,
    unitsPerMonth: terms.unitsPerMonth,
  };
}

/** The identity of all of loopback: 127.0.0.0/8 and ::1 (RFC 5735, RFC 4291). */
const LOOPBACK = '127.0.0.1';

/** Whether a caller is on this machine. */
export function isLoopback(address: string): boolean {
  return networkOf(address) === LOOPBACK;
}

/** The identity of all callers whose address a proxy did not name. */
const UNKNOWN = 'unknown';

/**
 * `address` itself for IPv4 (also if written as IPv6); `2001:db8:0:1::/64` for IPv6; `127.0.0.1` for every loopback
 * address. The port that some proxies write does not count. `unknown` for what is no address: its sender could write
 * another one in every request.
 */
export function networkOf(address: string): string {
  const plain = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2')
    .replace(/%.*$/, '');
  if (isIP(plain) === 0) return UNKNOWN;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
  if (!isIPv6(mapped)) return mapped.startsWith('127.') ? LOOPBACK : mapped;
  if (/^(0*:)*:?0*1$/.test(plain) && !plain.startsWith('1')) return LOOPBACK;
  const [head = '', tail] = plain.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
