import { eventsOf, WEBHOOK_EVENTS, WEBHOOK_TEST } from '@tollgate/contract/webhook-events';
import type { WebhookEventType } from '@tollgate/contract/webhook-events';
import { table } from './table.ts';

/** The path of the page, from the root of the repository. */
export const WEBHOOK_EVENTS_PAGE = 'services/docs/content/webhook-events.md';

const INTRODUCTION = `# Events of webhooks

Which events [webhooks](/docs/webhooks) send, when, and what \`data\` holds. Amounts are credits as decimal strings, moments RFC 3339 in UTC. More fields may be added; ignore fields that you do not know.
`;

/** The page about events, in Markdown. */
export function webhookEventsPage(): string {
  return [
    INTRODUCTION,
    '## For users\n',
    ...eventsOf('user').map(sectionOf),
    '## For operators\n',
    ...eventsOf('operators').map(sectionOf),
    '## Tests\n',
    `\`${WEBHOOK_TEST}\` is what a test sends. Nobody subscribes to it; its \`data\` holds \`webhook_id\`.\n`,
  ].join('\n');
}

/** The part of a schema that is shown to people. */
interface Shown {
  type?: string;
  const?: string;
  format?: string;
  description?: string;
  anyOf?: readonly Shown[];
}

function sectionOf(name: WebhookEventType): string {
  const { when, data } = WEBHOOK_EVENTS[name];
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`;
  const fields = Object.entries(data.properties as Readonly<Record<string, Shown>>);
  const rows = fields.map(([field, shown]) => [`\`${field}\``, kindOf(shown), noteOf(shown)]);
  return `### ${name}\n\n${sentence}\n\n${table(['Field', 'Is', 'Holds'], rows)}`;
}

function kindOf({ anyOf, const: value, format, type = '' }: Shown): string {
  if (anyOf !== undefined) return anyOf.map(kindOf).join(' or ');
  if (value !== undefined) return `\`${value}\``;
  return format === 'date-time' ? 'moment' : type;
}

function noteOf({ anyOf = [], description }: Shown): string {
  return description ?? anyOf.map((one) => one.description ?? '').join('');
}
