import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { credentialsByVersion, resealCredentials } from '@tollgate/catalog/reseal';
import { parseMasterKey } from '@tollgate/catalog/sealing';
import { connectDatabase, transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { countKeysByPepper } from '@tollgate/keys/key.queries';
import { countByVersion, resealEndpoints } from '@tollgate/webhooks/endpoints';
import { parseWebhookKey } from '@tollgate/webhooks/secret';

/**
 * Puts every credential under the current master key and says which versions of the secrets are
 * still needed. Needs DATABASE_URL, as the role tollgate_admin, and CREDENTIAL_MASTER_KEY and
 * WEBHOOK_KEY as the services have them; secrets of webhooks stay as they are without WEBHOOK_KEY.
 */
const USED_DAYS = 30;

const {
  DATABASE_URL: url = '',
  CREDENTIAL_MASTER_KEY: masterKey = '',
  WEBHOOK_KEY: webhookKey = '',
} = process.env;
if (url === '') throw new Error('DATABASE_URL is not set');
const db = connectDatabase({ url, applicationName: 'tollgate-reseal', poolMax: 2 });
try {
  await reseal(db);
  if (webhookKey !== '') await resealWebhooks(db);
  await report(db);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await db.destroy();
}

async function reseal(knex: Knex): Promise<void> {
  const keys = parseMasterKey(masterKey);
  const changed = await resealCredentials(knex, keys);
  process.stdout.write(`${changed} credentials were put under master key ${keys.current}\n`);
  if (changed === 0) return;
  await transaction(knex, (trx) =>
    recordAuditEvent(trx, {
      actor: { kind: 'system', id: null, label: 'reseal' },
      action: 'credential.reseal',
      target: { kind: 'provider_credential', id: null },
      details: { master_version: keys.current, credentials: changed },
    }),
  );
}

async function resealWebhooks(knex: Knex): Promise<void> {
  const key = parseWebhookKey(webhookKey);
  const changed = await resealEndpoints(knex, key);
  process.stdout.write(`${changed} webhooks were put under webhook key ${key.current}\n`);
}

async function report(knex: Knex): Promise<void> {
  for (const { version, credentials } of await credentialsByVersion(knex)) {
    process.stdout.write(`master key ${version}: ${credentials} credentials\n`);
  }
  for (const { version, endpoints } of await countByVersion(knex)) {
    process.stdout.write(`webhook key ${version}: ${endpoints} webhooks\n`);
  }
  for (const { version, keys, used } of await countKeysByPepper(knex, USED_DAYS)) {
    process.stdout.write(
      `pepper ${version}: ${keys} keys, ${used} of them used within ${USED_DAYS} days\n`,
    );
  }
}
