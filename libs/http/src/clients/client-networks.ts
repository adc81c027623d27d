import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TrustProxy } from '@slipway/settings';
import { findClientAddress, trustedProxies, type IsTrusted } from './find-client-address.js';
import { clientNetwork, loggedNetwork } from './ip-address.js';

interface Networks {
  /** What limits count by: IPv4 /32, IPv6 /56. */
  readonly limited: string;
  /** What the access log may show: IPv4 /24, IPv6 /48. */
  readonly logged: string;
}

/** Where requests come from, behind the proxies that are trusted. */
export class ClientNetworks {
  private readonly isTrusted: IsTrusted;
  /** A connection carries many requests, which all come from its peer unless a proxy says otherwise. */
  private readonly ofPeers = new WeakMap<Socket, Networks>();
  private readonly ofForwarded = new WeakMap<IncomingMessage, Networks>();

  constructor(trust: TrustProxy) {
    this.isTrusted = trustedProxies(trust);
  }

  of(request: IncomingMessage): Networks {
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined) {
      return remember(this.ofPeers, request.socket, () => this.find(request, undefined));
    }
    const text = typeof forwarded === 'string' ? forwarded : forwarded.join();
    return remember(this.ofForwarded, request, () => this.find(request, text));
  }

  /** What a connection counts for among those of its peer; null when the peer is a trusted proxy. */
  ofPeer({ remoteAddress }: Socket): string | null {
    const address = findClientAddress(remoteAddress, undefined, this.isTrusted);
    return this.isTrusted(address, 0) ? null : clientNetwork(address);
  }

  /** What the log may show of the peer of a connection. */
  loggedPeer({ remoteAddress }: Socket): string {
    return loggedNetwork(remoteAddress ?? '');
  }

  private find({ socket }: IncomingMessage, forwardedFor: string | undefined): Networks {
    const address = findClientAddress(socket.remoteAddress, forwardedFor, this.isTrusted);
    return { limited: clientNetwork(address), logged: loggedNetwork(address) };
  }
}

function remember<K extends object>(known: WeakMap<K, Networks>, key: K, find: () => Networks): Networks {
  const found = known.get(key);
  if (found !== undefined) return found;
  const networks = find();
  known.set(key, networks);
  return networks;
}
