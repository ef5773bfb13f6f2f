import { verifyAuditChain } from '@tollgate/audit/verify-chain';
import { runCommand } from '@tollgate/db/command';
import { connectDatabase } from '@tollgate/db/connect';

/**
 * Checks the chain of audit events; exit 1 when it is broken. Needs DATABASE_URL, as the role
 * tollgate_admin.
 */
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') throw new Error('DATABASE_URL is not set');
const db = connectDatabase({ url, applicationName: 'tollgate-verify-audit', poolMax: 1 });
await runCommand(url, async () => {
  const { ok, events, anchor, head, broken } = await verifyAuditChain(db);
  const from = anchor === null ? 'its first event' : `the anchor at ${anchor.seq}`;
  process.stdout.write(`${events} events from ${from} to ${head.seq} (${head.hash})\n`);
  if (broken === null) process.stdout.write('ok\n');
  else process.stdout.write(`BROKEN ${broken.fault} at ${broken.seq} ${broken.id ?? ''}\n`);
  process.exitCode = ok ? 0 : 1;
});
await db.destroy();
