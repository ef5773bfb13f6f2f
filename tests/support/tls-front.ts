import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { anAuthority } from '../attacks/certificates.ts';

/** A server that speaks TLS in front of another one. */
export interface TlsFront {
  /** `127.0.0.1:port`. */
  address: string;
  /** The certificate (PEM) of the authority that vouches for it. */
  authority: string;
  close(): void;
}

/**
 * Listens on a free port of loopback.
 * @param behind the port of the server without TLS, which may be known later
 */
export async function aTlsFront(behind: () => number): Promise<TlsFront> {
  const authority = await anAuthority();
  const identity = await authority.issue({ ip: '127.0.0.1' });
  const front = createServer(identity, (socket: TLSSocket) => {
    socket.on('error', () => undefined);
    const there = connect(behind(), '127.0.0.1');
    there.on('error', () => socket.destroy());
    socket.once('close', () => there.destroy());
    there.once('close', () => socket.destroy());
    socket.pipe(there).pipe(socket);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    address: `127.0.0.1:${(front.address() as AddressInfo).port}`,
    authority: authority.certificate,
    close: () => void front.close(),
  };
}
