import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '@tollgate/deploy/docs/table';
import { COMMAND_CONFIGS, SERVICE_CONFIGS } from './service-configs.ts';

/** The path of the page, from the root of the repository. */
export const REFERENCE_PAGE = 'services/docs/content/operations-reference.md';
const MAKEFILE = join(import.meta.dirname, '../../../Makefile');

const CONFIGS = { ...SERVICE_CONFIGS, ...COMMAND_CONFIGS };

/** A variable of the environment, as the page shows it. */
export interface Variable {
  service: string;
  name: string;
  /** `required`, `optional` or the default. */
  otherwise: string;
  /** Empty where the schema does not say. */
  description: string;
}

interface Property {
  type?: string;
  default?: string | number | boolean;
  description?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
}

/** Every variable of every service, as the services' own schemas have them. */
export function listVariables(): Variable[] {
  return Object.entries(CONFIGS).flatMap(([service, { properties, required }]) =>
    Object.entries(properties as unknown as Record<string, Property>).map(([name, property]) => ({
      service,
      name,
      otherwise: otherwiseOf(property, (required as string[]).includes(name)),
      description: [property.description ?? '', boundsOf(property)].filter(Boolean).join('; '),
    })),
  );
}

/** Every target of the Makefile with what it says of itself. */
export function listTargets(): { name: string; text: string }[] {
  return [...readFileSync(MAKEFILE, 'utf8').matchAll(/^([a-z0-9-]+):.*## (.+)$/gm)].map(
    ([, name = '', text = '']) => ({ name, text }),
  );
}

/** The page about commands and variables, in Markdown. */
export function referencePage(): string {
  const targets = listTargets().map(({ name, text }) => [`\`make ${name}\``, text]);
  const sections = Object.keys(CONFIGS).flatMap((service) => {
    const rows = listVariables()
      .filter((one) => one.service === service)
      .map(({ name, otherwise, description }) => [`\`${name}\``, otherwise, description]);
    return [`### \`${service}\`\n`, table(['Variable', 'If absent', 'Meaning'], rows)];
  });
  return [
    INTRODUCTION,
    table(['Command', 'What it does'], targets),
    VARIABLES,
    ...sections,
    COMMANDS,
  ].join('\n');
}

const INTRODUCTION = `# Commands and variables

Every command of the repository and every environment variable of each process: made from the Makefile and from the schemas that the processes check their environment with, so it is complete. How to use
them is explained in [operations](/docs/operations).

## Commands
`;

const VARIABLES = `## Variables

A process reads its environment once, at its start, and ends with a list of all faults when something is missing or does not fit. Empty values count as absent. Values of other names are ignored.
\`make up\` sets what is required by itself.
`;

const COMMANDS = `### Commands of the operator

\`make migrate\`, \`make verify-ledger\` and \`make verify-audit\` take \`DATABASE_URL\`, else that of \`make up\`; \`make migrate\` also \`DATABASE_ROLE_PASSWORDS\`, a JSON object of passwords
by role. \`make backup\`, \`make verify-backup\` and \`make restore\` take what stands under \`operations\`. \`make up\` takes \`DATABASE_URL\` and \`REDIS_URL\` in place of the PostgreSQL and the Redis that it would start,
and registers a credential for each provider whose key the environment holds, such as \`OPENAI_API_KEY\`. \`node services/admin/src/create-admin.ts\` reads the password from \`ADMIN_PASSWORD\` or from standard input.
`;

function otherwiseOf(property: Property, isRequired: boolean): string {
  const { default: value } = property;
  if (value === '') return 'empty';
  if (value !== undefined) return `\`${String(value)}\``;
  return isRequired ? '**required**' : 'optional';
}

function boundsOf({ type, minimum, exclusiveMinimum, maximum, minLength = 0 }: Property): string {
  if (type === 'string') return minLength > 1 ? `at least ${minLength} characters` : '';
  if (maximum === undefined) return '';
  return exclusiveMinimum === undefined
    ? `${minimum ?? 0} to ${maximum}`
    : `above ${exclusiveMinimum}, up to ${maximum}`;
}
