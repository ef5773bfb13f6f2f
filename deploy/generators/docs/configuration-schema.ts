import { documentSchema } from '../../../services/cli/src/document.ts';

/** The path of the schema of documents of configuration, from the root of the repository. */
export const CONFIGURATION_SCHEMA = 'services/docs/openapi/configuration.schema.json';

/** The schema as text. */
export function configurationSchema(): string {
  return `${JSON.stringify(documentSchema(), null, 2)}\n`;
}
