import { choose } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
const HOST = 'example.com';

/** The page of webhooks, which both consoles have. @param event one that may be asked for there */
export function webhooksPages(at: () => ConsoleUnderTest, event: string): void {
  test(
    'a webhook is made, its secret shown this once, looked at, disabled and deleted once its host was typed',
    async () => {
      const { page } = at();
      const button = (name: string) => page.getByRole('button', { name });
      await page
        .getByRole('navigation')
        .getByRole('link', { name: 'Webhooks', exact: true })
        .click();
      await page.getByRole('heading', { name: 'Webhooks', level: 1, exact: true }).waitFor();
      await button('Add webhook').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(`https://127.0.0.1/hooks`);
      await dialog.getByLabel('Description').fill('journey');
      await dialog.getByLabel(event).check();
      await at().look('webhook-form');
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      const refusal = 'The address is not on the public internet.';
      await dialog.getByRole('alert').getByText(`Address: ${refusal}`).waitFor();
      await dialog.getByText(refusal, { exact: true }).waitFor();
      // The browser tells of each answer that is an error.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByLabel('Address').fill(`https://${HOST}/hooks`);
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByText(/^whsec_/u).waitFor();
      await button('I have stored it').click();
      await page.getByText(/^whsec_/u).waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: `https://${HOST}/hooks` });
      await choose(row, 'Disable');
      await row.getByText('disabled').waitFor();
      await at().look('webhooks');
      await button(`Deliveries: https://${HOST}/hooks`).click();
      await dialog.getByText('No deliveries yet.').waitFor();
      await at().look('webhook-deliveries');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await choose(row, 'Delete');
      await page.getByLabel(`Type ${HOST} to confirm`).fill(HOST);
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks yet.').waitFor();
    },
    PAGE_MS,
  );

  test(
    'every attempt of a delivery is shown with its answer, and a message is sent again by hand',
    async () => {
      const { page, receiver } = at();
      receiver.answering = (_request, response) => void response.writeHead(200).end('thank you');
      const address = `${receiver.url}/told`;
      const button = (name: string) => page.getByRole('button', { name });
      await button('Add webhook').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address').fill(address);
      await dialog.getByLabel(event).check();
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await button('I have stored it').click();
      await button(`Deliveries: ${address}`).click();
      await dialog.getByRole('button', { name: 'Send test event' }).click();
      const deliveries = dialog.getByRole('region', { name: 'Deliveries' });
      await deliveries.getByText('delivered').waitFor();
      await deliveries.getByRole('button', { name: 'Attempts' }).click();
      const attempts = dialog.getByRole('region', { name: 'Attempts' });
      await attempts.getByText('thank you').waitFor();
      await dialog.getByText('"webhook.test"').waitFor();
      expect(await attempts.getByRole('row').count()).toBe(2);
      await at().look('webhook-attempts');
      receiver.answering = (_request, response) =>
        void response.writeHead(500).end('not <b>now</b>');
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await attempts.getByText('not <b>now</b>').first().waitFor();
      await attempts.getByText('500', { exact: true }).first().waitFor();
      await dialog.getByRole('button', { name: 'All deliveries' }).click();
      await deliveries.getByText('pending').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await choose(page.getByRole('row').filter({ hasText: address }), 'Delete');
      const { host } = new URL(address);
      await page.getByLabel(`Type ${host} to confirm`).fill(host);
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks yet.').waitFor();
    },
    PAGE_MS,
  );
}
