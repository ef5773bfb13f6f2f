/** `make docs`: writes the pages of the documentation that are made from tables in the code. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  PROVIDER_LIMITS_MODULE,
  PROVIDER_LIMITS_PAGE,
  providerLimitsModule,
  providerLimitsPage,
} from './docs/provider-limits.ts';
import { WEBHOOK_EVENTS_PAGE, webhookEventsPage } from './docs/webhook-events.ts';
import { WHO_PAYS_PAGE, whoPaysPage } from './docs/who-pays.ts';

await writeFile(join(import.meta.dirname, '..', WHO_PAYS_PAGE), whoPaysPage());
await writeFile(join(import.meta.dirname, '..', WEBHOOK_EVENTS_PAGE), webhookEventsPage());
await writeFile(join(import.meta.dirname, '..', PROVIDER_LIMITS_PAGE), providerLimitsPage());
await writeFile(join(import.meta.dirname, '..', PROVIDER_LIMITS_MODULE), providerLimitsModule());
