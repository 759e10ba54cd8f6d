/** An address of a host with the slash that stands for its root, as programs that check addresses write it (RFC 3986, 6.2.3). */
export function rootedAddress(address: string): string {
  return /^https?:\/\/[^/?#]+$/i.test(address) ? `${address}/` : address;
}
