import { MalformedReply } from '../adapter/adapter.ts';
import { send } from './call.ts';
import type { CallLimits, Wire } from './call.ts';
import { parseJson } from '../json.ts';
import { readBytes } from './read-reply.ts';

/** A published document, with limits on its time and size. */
export interface PublicDocument {
  url: string;
  limits: CallLimits;
  /** Decoded bytes. */
  bytesMax: number;
}

/**
 * Reads what a host publishes as JSON: no credential is sent, no redirect followed, and the address
 * is guarded as that of a provider.
 * @throws AddressRefused, Cut, MalformedReply, or the connection's own error
 */
export async function fetchPublicJson(wire: Wire, document: PublicDocument): Promise<unknown> {
  const { url, limits, bytesMax } = document;
  const incoming = await send(
    wire,
    {
      call: { method: 'GET', url, headers: { accept: 'application/json' } },
      limits,
      signal: AbortSignal.timeout(limits.totalMs),
      compressed: true,
    },
    { dispatchedMs: null, firstByteMs: null },
  );
  try {
    if (incoming.status !== 200) throw new MalformedReply(`it answered ${incoming.status}`);
    const bytes = await readBytes(incoming, { bytesMax, idleMs: limits.idleMs });
    const body = parseJson(bytes.toString('utf8'));
    if (body === undefined) throw new MalformedReply('it is no JSON');
    return body;
  } finally {
    incoming.close();
  }
}
