import type { Server, Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { ClientNetworks } from '../clients/client-networks.js';
import { ApiError } from '../errors/api-error.js';
import { RequestObserver, type ConnectionEnd } from '../logging/request-observer.js';
import { SlowReaders } from './slow-readers.js';

/** So many refused connections at a time are told why; all others are closed at once. */
const REFUSED_AT_ONCE = 64;

/** A refused connection has this long to ask and be told. */
const REFUSED_FOR_MS = 2_000;

const LOOK_EVERY_MS = 2_000;

/**
 * Bounds how many connections there are, of all clients and of one address (IPv6: one /56), and ends those whose clients do
 * not read. Trusted proxies are exempt from the second bound: they speak for many.
 */
@Injectable()
export class Connections {
  /** Accepted connections, and the network that each counts for; null for a trusted proxy's. */
  private readonly accepted = new Map<Socket, string | null>();
  /** One function for all connections. */
  private readonly release: (this: Socket) => void;
  private readonly perNetwork = new Map<string, number>();
  private readonly refused = new Map<Socket, ApiError>();

  constructor(
    private readonly settings: Settings,
    private readonly clients: ClientNetworks,
    private readonly observer: RequestObserver,
    private readonly slowReaders: SlowReaders,
  ) {
    const leave = this.leave.bind(this);
    this.release = function () {
      leave(this);
    };
  }

  /** Begins to bound the connections of a server that does not listen yet. */
  watch(server: Server): void {
    // Beyond these node:http closes a connection before it costs anything.
    server.maxConnections = this.settings.maxConnections + REFUSED_AT_ONCE;
    server.on('drop', () => {
      this.observer.observeEnd('max_connections');
    });
    server.on('connection', (socket: Socket) => {
      this.take(socket);
    });
    const looking = setInterval(() => {
      this.endSlowReaders();
    }, LOOK_EVERY_MS);
    looking.unref();
    server.once('close', () => {
      clearInterval(looking);
    });
  }

  /** Why a request on this connection is not served; null for an accepted one. */
  refusalOf(socket: Socket): ApiError | null {
    return this.refused.size === 0 ? null : (this.refused.get(socket) ?? null);
  }

  /** Ends a connection at once, whatever is being sent on it. */
  end(socket: Socket, why: ConnectionEnd): void {
    if (socket.destroyed) return;
    this.observer.observeEnd(why);
    socket.destroy();
  }

  /** Accepts a new connection, or refuses it. */
  take(socket: Socket): void {
    const network = this.clients.ofPeer(socket);
    const inNetwork = network === null ? 0 : (this.perNetwork.get(network) ?? 0);
    if (this.accepted.size >= this.settings.maxConnections) this.refuse(socket, 'max_connections');
    else if (inNetwork >= this.settings.maxConnectionsPerAddress)
      this.refuse(socket, 'max_connections_per_address');
    else this.accept(socket, network);
  }

  private accept(socket: Socket, network: string | null): void {
    this.accepted.set(socket, network);
    if (network !== null) this.perNetwork.set(network, (this.perNetwork.get(network) ?? 0) + 1);
    this.observer.observeConnections(this.accepted.size);
    socket.on('close', this.release);
  }

  private leave(socket: Socket): void {
    const network = this.accepted.get(socket) ?? null;
    this.accepted.delete(socket);
    this.observer.observeConnections(this.accepted.size);
    if (network === null) return;
    const left = (this.perNetwork.get(network) ?? 1) - 1;
    if (left === 0) this.perNetwork.delete(network);
    else this.perNetwork.set(network, left);
  }

  private refuse(socket: Socket, why: 'max_connections' | 'max_connections_per_address'): void {
    if (this.refused.size >= REFUSED_AT_ONCE) {
      this.end(socket, why);
      return;
    }
    this.observer.observeEnd(why);
    this.refused.set(socket, explain(why));
    const timer = setTimeout(() => socket.destroy(), REFUSED_FOR_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      this.refused.delete(socket);
    });
  }

  private endSlowReaders(): void {
    for (const socket of this.slowReaders.find(this.accepted.keys(), performance.now()))
      this.end(socket, 'not_reading');
  }
}

function explain(why: 'max_connections' | 'max_connections_per_address'): ApiError {
  const parts = { headers: { 'Retry-After': '1' }, details: { reason: why } };
  if (why === 'max_connections')
    return new ApiError('service_unavailable', { ...parts, message: 'Too many connections; try again.' });
  const message = 'Too many connections from this address; use those that are open.';
  return new ApiError('rate_limited', { ...parts, message });
}
