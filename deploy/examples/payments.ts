/**
 * A receiver of a payment provider's webhook that turns payments into credit, each once. Needs
 * PAYMENT_SECRET (`whsec_…`), TOLLGATE_PLATFORM_URL (the internal listener), TOLLGATE_ADMIN_EMAIL,
 * TOLLGATE_ADMIN_PASSWORD and PORT. The page "Taking payments" of the documentation explains it.
 */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import got from 'got';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const BODY_BYTES_MAX = 65_536;
const PORT_DEFAULT = 8_090;

/** What the payment provider says of a payment. */
interface PaymentEvent {
  type: string;
  data: {
    payment_id: string;
    /** A decimal string, such as "12.50". */
    amount: string;
    metadata: { tollgate_user_id: string };
  };
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}
const platform = setting('TOLLGATE_PLATFORM_URL');
const webhook = new Webhook(setting('PAYMENT_SECRET'));

/** An access token of the receiver's own administrator. */
async function signIn(): Promise<string> {
  const { access_token: token } = await got
    .post(`${platform}/api/platform/auth/login`, {
      json: {
        email: setting('TOLLGATE_ADMIN_EMAIL'),
        password: setting('TOLLGATE_ADMIN_PASSWORD'),
      },
    })
    .json<{ access_token: string }>();
  return token;
}

/**
 * Grants what was paid. The key is made of the payment, so that however often it is reported, it is
 * granted once.
 */
async function grant({ data }: PaymentEvent): Promise<number> {
  const userId = encodeURIComponent(data.metadata.tollgate_user_id);
  const { statusCode, body } = await got.post(
    `${platform}/api/platform/users/${userId}/credit-grants`,
    {
      headers: {
        authorization: `Bearer ${await signIn()}`,
        'idempotency-key': `payment-${data.payment_id}`,
      },
      json: { amount: data.amount, reason: `payment ${data.payment_id}` },
      throwHttpErrors: false,
    },
  );
  if (statusCode < 300) return 200;
  process.stderr.write(`payment ${data.payment_id}: ${statusCode} ${body}\n`);
  return statusCode === 409 ? 409 : 502;
}

/** The status of the answer to one message. */
async function receive(request: IncomingMessage): Promise<number> {
  if (Number(request.headers['content-length'] ?? Infinity) > BODY_BYTES_MAX) return 413;
  const body = await text(request);
  let event: PaymentEvent;
  try {
    event = webhook.verify(body, request.headers as Record<string, string>) as PaymentEvent;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    throw error;
  }
  // Any other event of a payment, before or after, moves nothing.
  return event.type === 'payment.succeeded' ? grant(event) : 200;
}

const server = createServer((request, response) => {
  receive(request)
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return 502;
    })
    .then((status) => response.writeHead(status).end())
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
});
server.listen(Number(process.env['PORT'] ?? PORT_DEFAULT), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  process.stdout.write(`listening on port ${port}\n`);
});
