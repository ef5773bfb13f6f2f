/**
 * `node services/inference/src/deliver-spool.ts <spool folder> …`: sends to billing what processes
 * that do not come back have left in their spools, such as those of pods that were scaled in. No
 * process may have a folder meanwhile. Needs BILLING_URL and SERVICE_SIGNING_KEY of a service that
 * settles. Prints a line for each folder. Exit code 1 while something waits, 2 when it is called
 * otherwise.
 */
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { billingVariables } from '@tollgate/billing-client/config';
import { signingVariables } from '@tollgate/http/config';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { deliverTo } from '@tollgate/inference/spool/deliver';
import { openSpool } from '@tollgate/inference/spool/spool';
import { loadConfig } from '@tollgate/runtime/config';
import { newUuid } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { Type } from 'typebox';

const EXIT_WAITS = 1;
const EXIT_USAGE = 2;

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write('usage: deliver-spool.ts <spool folder> …\n');
  process.exitCode = EXIT_USAGE;
} else {
  const schema = Type.Object({ ...billingVariables, ...signingVariables('inference') });
  const config = loadConfig(schema, process.env);
  const logger = createLogger('deliver-spool');
  const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
  const baseUrl = config.BILLING_URL;
  const billing = createBillingClient({ baseUrl, signer, timers: scaleTimers(1) });
  const deliver = deliverTo(billing, logger);
  for (const directory of folders) {
    const spool = await openSpool({ directory, processId: newUuid(), logger, deliver });
    try {
      process.stdout.write(`${directory}: ${await spool.replay()} told, nothing waits\n`);
    } catch (error) {
      logger.error({ error }, 'billing was not told everything');
      process.stdout.write(`${directory}: something waits on\n`);
      process.exitCode = EXIT_WAITS;
    }
  }
}
