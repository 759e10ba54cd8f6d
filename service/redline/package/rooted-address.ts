/** The address with a root slash after its host, as programs that normalize addresses write it (RFC 3986, 6.2.3). */
export function rootedAddress(address: string): string {
  return /^https?:\/\/[^/?#]+$/i.test(address) ? `${address}/` : address;
}
