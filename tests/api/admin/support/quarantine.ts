import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import { newUuid } from '@tollgate/runtime/ids';
import { createQuarantineMirror } from '../../../../libs/inference/src/watch/quarantine-mirror.ts';
import { openSpool } from '../../../../libs/inference/src/spool/spool.ts';
import type { OwnSpool } from '../../../../libs/inference/src/spool/spool.ts';
import type { RunningAdmin } from './admin.ts';

/** The disk of a process, with a billing that is told here what to refuse. */
export interface TestSpool {
  spool: OwnSpool;
  /** Operations that billing refuses for good. */
  refused: Set<string>;
  /** Operations that billing was told and took, each time. */
  taken: string[];
  /** Has a decision of a user refused. @returns its operation */
  setAside(userId?: string): Promise<string>;
  /** A look of the process that has the spool. */
  look(): Promise<void>;
  /** Another process goes on with the same disk. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Opens one in the database of a test, as inference does. */
export async function aSpool(admin: RunningAdmin): Promise<TestSpool> {
  const directory = await mkdtemp(join(tmpdir(), 'spool-'));
  const db = connectDatabase({
    url: admin.database.urlOf('tollgate_inference'),
    applicationName: 'test',
  });
  const logger = createLogger('test', 'silent');
  const refused = new Set<string>();
  const taken: string[] = [];
  const open = async () => {
    const spool = await openSpool({
      directory,
      processId: newUuid(),
      logger,
      deliver: ({ item }) => {
        if (refused.has(item.op_id)) return Promise.resolve('the hold was given back');
        taken.push(item.op_id);
        return Promise.resolve(null);
      },
    });
    const mirrored = { db, directory, spool, service: 'inference', logger };
    return { spool, look: createQuarantineMirror(mirrored) };
  };
  const opened = await open();
  const test: TestSpool = {
    ...opened,
    refused,
    taken,
    async setAside(userId = newUuid()) {
      const op = newUuid();
      refused.add(op);
      const item = { op_id: op, attempt: 1, user_id: userId, reason: 'failed' };
      await test.spool.append({ kind: 'release', item });
      await test.spool.replay();
      return op;
    },
    async restart() {
      Object.assign(test, await open());
    },
    async close() {
      await db.destroy();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return test;
}
