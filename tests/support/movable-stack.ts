import { aFaultyStack } from './faulty-stack.ts';
import type { FaultyStack } from './faulty-stack.ts';
import { aTcpProxy } from './tcp-proxy.ts';

/**
 * A stack whose processes find their database behind one address, as behind a name that a failover
 * moves.
 */
export interface MovableStack extends FaultyStack {
  /** From now on the database is the one on this port. */
  moveDatabase(port: number): void;
}

/** Starts such a stack, with its services on the database that belongs to it. */
export async function aMovableStack(): Promise<MovableStack> {
  const proxy = await aTcpProxy(0);
  const starting = aFaultyStack({
    directBilling: true,
    envOf: (_process, { DATABASE_URL: own }) => {
      if (own === undefined) return {};
      const url = new URL(own);
      proxy.target = Number(url.port);
      url.port = String(proxy.port);
      return { DATABASE_URL: url.href };
    },
  });
  const stack = await starting.catch(async (error: unknown) => {
    await proxy.close();
    throw error;
  });
  return {
    ...stack,
    moveDatabase: (port) => void (proxy.target = port),
    async drop() {
      await stack.drop();
      await proxy.close();
    },
  };
}
