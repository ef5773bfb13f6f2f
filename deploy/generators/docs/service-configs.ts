import { backupConfig } from '@tollgate/backup/config';
import type { TObject } from 'typebox';
import { configSchema as account } from '../../../services/account/src/config.ts';
import { configSchema as admin } from '../../../services/admin/src/config.ts';
import { BillingConfig as billing } from '../../../services/billing/src/config.ts';
import { configSchema as console } from '../../../services/console/src/config.ts';
import { configSchema as docs } from '../../../services/docs/src/config.ts';
import { EdgeConfig as edge } from '../../../services/edge/src/config.ts';
import { configSchema as inference } from '../../../services/inference/src/config.ts';
import { configSchema as worker } from '../../../services/worker/src/config.ts';

/** The schema of each service's environment, in the order of the documentation. */
export const SERVICE_CONFIGS: Readonly<Record<string, TObject>> = {
  edge,
  inference,
  account,
  admin,
  billing,
  worker,
  docs,
  console,
};

/** The schema of the environment of each command that is no service. */
export const COMMAND_CONFIGS: Readonly<Record<string, TObject>> = { operations: backupConfig };
