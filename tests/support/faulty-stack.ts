import { row } from '@tollgate/db/connect';
import type { StackOptions } from '@tollgate/deploy/local/stack-options';
import { jsonBody } from './json-body.ts';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';
import { aDemo } from './demo.ts';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';
import { aTroubleProxy } from './http-proxy.ts';
import type { TroubleProxy } from './http-proxy.ts';
import { watchMoney } from './soundness.ts';
import type { MoneyWatch } from './soundness.ts';

/** What a client got: an answer, or a connection that broke (status 0). */
export interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The code of an error, null of anything else. */
  code: string | null;
}

/** A wallet in nano-credits. */
export interface WalletNow {
  available: bigint;
  reserved: bigint;
  consumed: bigint;
}

/** What a call asks for besides its prompt. */
export interface Asked {
  headers?: Record<string, string>;
  body?: object;
  /** Default: the demo's live key. */
  secret?: string;
  /** Default: the first public listener. */
  baseUrl?: string;
  method?: string;
  path?: string;
}

/** A demo with a billing that can be cut off by path, and a watch over its money. */
export interface FaultyStack {
  demo: Demo;
  /** Everybody's way to billing. */
  billing: TroubleProxy;
  money: MoneyWatch;
  /** A chat call with this prompt; a connection that breaks is an answer as well. */
  chat(content: string, asked?: Asked): Promise<Got>;
  send(asked: Asked & { json?: unknown }): Promise<Got>;
  wallet(): Promise<WalletNow>;
  /** Entries of the whole book. */
  entries(): Promise<bigint>;
  /** What work takes from the wallet in the end, once nothing is held any more. */
  costOf(work: () => Promise<unknown>): Promise<bigint>;
  drop(): Promise<void>;
}

/** Starts the processes with a proxy in front of billing. */
export async function aFaultyStack(
  options: {
    replicas?: Record<string, number>;
    env?: Record<string, string>;
    envOf?: NonNullable<StackOptions['envOf']>;
    /** Everybody knows all processes of billing, without the proxy. */
    directBilling?: boolean;
    timerScale?: number;
    /** Also run the services that only show pages; default false. */
    pages?: boolean;
  } = {},
): Promise<FaultyStack> {
  const billing = await aTroubleProxy();
  const { directBilling = false, ...stackOptions } = options;
  const env = { ...options.env, ...(directBilling ? {} : { BILLING_URL: billing.url }) };
  const starting = aDemo({
    timerScale: 0.1,
    ...stackOptions,
    env,
    started: (stack) => {
      billing.target = stack.urls['billing'];
    },
  });
  const demo = await starting.catch(async (error: unknown) => {
    await billing.close();
    throw error;
  });
  const money = await watchMoney(demo);
  const { body: me } = await demo.user<{ id: string }>('GET', '/me');
  const userId = decodeId('usr', me.id);

  async function send({ json, ...asked }: Asked & { json?: unknown }): Promise<Got> {
    const url = new URL(
      asked.path ?? '/v1/chat/completions',
      asked.baseUrl ?? demo.env.TOLLGATE_BASE_URL,
    );
    try {
      const sent = jsonBody(json);
      const response = await got(url, {
        ...sent,
        method: (asked.method ?? 'POST') as 'POST',
        headers: {
          ...sent.headers,
          authorization: `Bearer ${asked.secret ?? demo.env.TOLLGATE_API_KEY}`,
          ...asked.headers,
        },
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        responseType: 'text',
      });
      const { statusCode: status, headers, body: text } = response;
      return { status, headers, text, code: codeOf(text) };
    } catch {
      return { status: 0, headers: {}, text: '', code: null };
    }
  }

  async function wallet(): Promise<WalletNow> {
    const found = await row<WalletNow>(
      money.owner,
      `select available_n as available, reserved_n as reserved, consumed_n as consumed
       from billing.wallet where user_id = :userId`,
      { userId },
    );
    if (found === null) throw new Error('the demo user has no wallet');
    return found;
  }

  return {
    demo,
    billing,
    money,
    send,
    chat: (content, asked = {}) =>
      send({
        ...asked,
        json: {
          model: demo.env.TOLLGATE_MODEL,
          messages: [{ role: 'user', content }],
          max_tokens: 200,
          ...asked.body,
        },
      }),
    wallet,
    async entries() {
      const found = await row<{ count: bigint }>(
        money.owner,
        'select count(*) as count from billing.entry',
      );
      return found?.count ?? 0n;
    },
    async costOf(work) {
      const free = async (): Promise<WalletNow> => {
        let now = await wallet();
        await eventually(async () => {
          now = await wallet();
          return now.reserved === 0n;
        }, 'credit stays held');
        return now;
      };
      const before = await free();
      await work();
      const after = await free();
      expect(before.available - after.available).toBe(after.consumed - before.consumed);
      return after.consumed - before.consumed;
    },
    async drop() {
      await money.close();
      await demo.stack.drop();
      await billing.close();
    },
  };
}

function codeOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { error?: { code?: string } }).error?.code ?? null;
  } catch {
    return null;
  }
}
