import { listenVariables, publicAddressVariables, trustVariables } from '@tollgate/http/config';
import { processVariables } from '@tollgate/runtime/variables';
import { telemetryVariables } from '@tollgate/telemetry/config';
import { Type } from 'typebox';

/** The environment of the docs service. */
export const configSchema = Type.Object({
  ...listenVariables('0.0.0.0'),
  ...trustVariables,
  ...publicAddressVariables(),
  HOSTS: Type.String({
    default: '',
    description:
      'further host names of the documentation, separated by commas; addresses and names that nobody can register need not be listed',
  }),
  CALLS_PER_MINUTE: Type.Integer({
    default: 120,
    minimum: 1,
    maximum: 1_000_000,
    description: 'calls of /docs/mcp that one address may make in a minute',
  }),
  OPERATOR_PAGES: Type.Union([Type.Literal('everywhere'), Type.Literal('internal')], {
    default: 'everywhere',
    description:
      'where the pages for operators are shown, such as operations and the threat model: on both listeners, or on the internal one alone',
  }),
  EDIT_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.*/$',
      description:
        'where a reader may change a page of the documentation, ending in a slash; the name of the file is put behind it. Without it “Edit this page” names the file',
    }),
  ),
  ...processVariables,
  ...telemetryVariables,
});
