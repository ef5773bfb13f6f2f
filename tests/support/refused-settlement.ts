import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import type { Demo } from './demo.ts';

/**
 * Lays a charge without a hold on the disk of inference, which billing refuses for good.
 * @returns the id of the request that it is of
 */
export async function aRefusedSettlement(demo: Demo): Promise<string> {
  const op = newUuid();
  const item = {
    op_id: op,
    attempt: 1,
    user_id: newUuid(),
    cost_nano: '1',
    usage: { input: 1, output: 1 },
    usage_source: 'provider',
  };
  const spool = demo.stack.env['inference']?.['SPOOL_DIR'] ?? '';
  const path = join(spool, `${op}.replay`);
  await writeFile(`${path}.tmp`, `${JSON.stringify({ kind: 'settle', item })}\n`);
  await rename(`${path}.tmp`, path);
  return encodeId('req', op);
}
