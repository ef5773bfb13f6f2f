import type { ModelOut } from '@tollgate/contract/models';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { RequestDetail, RequestOut } from '@tollgate/contract/request-records';
import type { Answer, Demo } from './demo.ts';
import { eventually } from './eventually.ts';

/** What tests of tools that a provider runs look at. */
export interface ToolScene {
  /** The wallet of the caller, in nano-credits. */
  credits(): Promise<{ consumed: bigint; reserved: bigint }>;
  /** The nano-credits that were consumed; expects that none are held. */
  consumed(): Promise<bigint>;
  /** A model as its administrator sees it. @throws when there is none of that name */
  modelOf(name: string): Promise<PlatformModelOut>;
  /** A model as callers see it. */
  listed(name: string): Promise<ModelOut | undefined>;
  /** Prices tools of a model beside what has a price. @returns the status of the answer */
  price(
    name: string,
    tools: Readonly<Record<string, string>>,
    more?: { allow_free: boolean },
  ): Promise<number>;
  /** The body of the first request that the provider has got. */
  sent(): Promise<Record<string, unknown> | undefined>;
  /** The record of an answer. */
  recordOf(answer: Answer): Promise<RequestDetail>;
  /** The runs on the receipt of an answer, by those dimensions. */
  runsOf(answer: Answer, prices: object): Promise<Record<string, number>>;
  /** Why the usage of a request is suspected; null: it is not. */
  suspicionIn(record: RequestDetail): Promise<string | null>;
}

/** Nano-credits of an amount with nine decimals. */
export const nanoOf = (credits: string): bigint => BigInt(credits.replace('.', ''));

/** Looks at a demo. */
export function toolScene(demo: Demo): ToolScene {
  const scene: ToolScene = {
    async credits() {
      const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
      return { consumed: nanoOf(body.consumed), reserved: nanoOf(body.reserved) };
    },
    async consumed() {
      const { consumed, reserved } = await scene.credits();
      expect(reserved).toBe(0n);
      return consumed;
    },
    async modelOf(name) {
      const provider = name.slice(0, name.indexOf('/'));
      const path = `/models?provider=${provider}`;
      const { body } = await demo.platform<PlatformModelOut[]>('GET', path);
      const model = body.find(({ public_id }) => public_id === name);
      if (model === undefined) throw new Error(`${name} is not there`);
      return model;
    },
    async listed(name) {
      const { body } = await demo.v1<{ data: ModelOut[] }>('/models');
      return body.data.find(({ id }) => id === name);
    },
    async price(name, tools, more) {
      const model = await scene.modelOf(name);
      const prices = { ...model.price?.prices, ...tools };
      const path = `/models/${model.id}/prices`;
      return (await demo.platform('POST', path, { prices, ...more })).status;
    },
    async sent() {
      const lines = (await demo.invoice()) as unknown as {
        request_body: Record<string, unknown>;
      }[];
      return lines[0]?.request_body;
    },
    async recordOf({ headers }) {
      const path = `/requests?request_id=${String(headers['x-request-id'])}`;
      const found = async (): Promise<string | undefined> =>
        (await demo.user<{ data: RequestOut[] }>('GET', path)).body.data[0]?.public_id;
      await eventually(async () => (await found()) !== undefined);
      return (await demo.user<RequestDetail>('GET', `/requests/${await found()}`)).body;
    },
    async runsOf(answer, prices) {
      const lines = (await scene.recordOf(answer)).receipt?.lines ?? [];
      const tools = lines.filter(({ dimension }) => Object.hasOwn(prices, dimension));
      return Object.fromEntries(tools.map(({ dimension, quantity }) => [dimension, quantity]));
    },
    async suspicionIn({ public_id: id }) {
      const { body } = await demo.platform<{ usage_suspect: string | null }>(
        'GET',
        `/requests/${id}`,
      );
      return body.usage_suspect;
    },
  };
  return scene;
}
