import { eventsOf, WEBHOOK_EVENTS, WEBHOOK_TEST } from '@tollgate/contract/webhook-events';
import type { WebhookEventType } from '@tollgate/contract/webhook-events';

/** Where the page stands, from the root of the repository. */
export const WEBHOOK_EVENTS_PAGE = 'services/docs/content/webhook-events.md';

const INTRODUCTION = `# Events of webhooks

What [webhooks](/docs/webhooks) can tell, when, and what \`data\` holds. Amounts are credits as decimal strings, moments RFC 3339 in UTC. More fields may be added; leave alone what you do not know.
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

function sectionOf(name: WebhookEventType): string {
  const { when, data } = WEBHOOK_EVENTS[name];
  const schema = JSON.stringify(data, null, 2);
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`;
  return `### ${name}\n\n${sentence}\n\nThe schema of \`data\`:\n\n\`\`\`json\n${schema}\n\`\`\`\n`;
}
