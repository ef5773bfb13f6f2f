import { listenVariables, trustVariables } from '@tollgate/http/config';
import { processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the console service. */
export const configSchema = Type.Object({
  ...listenVariables('0.0.0.0'),
  ...trustVariables,
  ...processVariables,
  ...telemetryVariables,
});
