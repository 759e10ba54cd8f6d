/** The host that an address leads to, with its port. Null for this machine. */
export function remoteHostOf(url: string): string | null {
  const { hostname, host } = new URL(url);
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname) ? null : host;
}
