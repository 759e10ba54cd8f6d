import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

/** The error of a process that tries to use the network. */
class NetworkClosed extends Error {
  readonly code = 'ERR_ACCESS_DENIED';

  constructor() {
    super('This process has no network.');
  }
}

/**
 * Takes the network from this process: no connection, no server, no datagram and no look-up of a name. The permission
 * model of Node 24 knows no network. A library that follows an address of a document ends here, also with `fetch`,
 * which connects through the same sockets. Pipes to the parent process stay.
 */
export function closeNetwork(): void {
  const refuse = (): never => {
    throw new NetworkClosed();
  };
  const take = (owner: object, names: readonly string[]): void => {
    for (const name of names) {
      if (name in owner) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
    }
  };
  take(net.Socket.prototype, ['connect']);
  take(net.Server.prototype, ['listen']);
  take(dgram.Socket.prototype, ['bind', 'connect', 'send', 'sendto']);
  const lookUps = Object.keys(dns).filter((name) => /^(?:lookup|resolve|reverse)/.test(name));
  take(dns, lookUps);
  take(dns.promises, lookUps);
  take(dns.Resolver.prototype, lookUps);
  take(dns.promises.Resolver.prototype, lookUps);
}
