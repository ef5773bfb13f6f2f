import { BEHAVIOURS } from './behaviours.ts';
import type { Control, Order } from './control.ts';
import type { Invoice } from './invoice.ts';
import { isStore, useStore } from './object-store.ts';
import { jsonReply, type Reply } from './reply.ts';

/** What the routes of the test's own side work on. */
export interface OutOfBand {
  invoice: Invoice;
  control: Control;
}

type Route = (parts: OutOfBand, url: URL, body: unknown) => unknown;

const ROUTES: Record<string, Route> = {
  'GET /__health': () => ({ status: 'ok' }),
  'GET /__behaviours': () =>
    Object.entries(BEHAVIOURS).map(([name, { about, parameters = [] }]) => ({
      name,
      about,
      parameters,
    })),
  'GET /__control': ({ control }) => control.list(),
  'POST /__control': ({ control }, _, body) => {
    if (!isOrder(body)) throw new Error('Expected {"behaviour": "…", "times"?: number, …}.');
    control.add(body);
    return control.list();
  },
  'DELETE /__control': ({ control }) => {
    control.clear();
    return [];
  },
  'GET /__invoice': ({ invoice }, url) => invoice.list(Number(url.searchParams.get('since') ?? 0)),
  'GET /__invoice/summary': ({ invoice }) => invoice.summary(),
  'DELETE /__invoice': ({ invoice }) => {
    invoice.reset();
    return invoice.summary();
  },
  'POST /__store': (_parts, _url, body) => {
    if (!isStore(body))
      throw new Error('Expected {"endpoint", "bucket", "access_key_id", "secret_access_key"}.');
    useStore(body);
    return {};
  },
  'POST /__reset': ({ invoice, control }) => {
    invoice.reset();
    control.clear();
    return invoice.summary();
  },
};

function isOrder(body: unknown): body is Order {
  return (
    typeof body === 'object' &&
    body !== null &&
    'behaviour' in body &&
    typeof body.behaviour === 'string'
  );
}

/** Answers `/__…`: control and invoice. These calls stand in no invoice. */
export function answerOutOfBand(
  parts: OutOfBand,
  request: { method: string; url: URL; body: unknown },
): Reply {
  const route = ROUTES[`${request.method} ${request.url.pathname}`];
  if (!route) return jsonReply(404, { error: 'No such route.' });
  try {
    return jsonReply(200, route(parts, request.url, request.body));
  } catch (error) {
    return jsonReply(400, { error: error instanceof Error ? error.message : String(error) });
  }
}
