import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEBHOOK_EVENTS_PAGE, webhookEventsPage } from '@tollgate/deploy/docs/webhook-events';
import { ROOT } from './source-files.ts';

test('webhook-events.md is what `make docs` makes of the table of events', () => {
  expect(readFileSync(join(ROOT, WEBHOOK_EVENTS_PAGE), 'utf8')).toBe(webhookEventsPage());
});
