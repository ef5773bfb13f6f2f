import type { RequestDetail } from '@tollgate/contract/request-records';
import type { Case, Client } from './client.ts';
import { ROUTES, calledBy } from './reach.ts';
import type { Reach, RouteName } from './reach.ts';
import type { Scene } from './scene.ts';

/** How long records may take to be there, in milliseconds. */
const PATIENCE_MS = 10_000;
const POLL_MS = 200;
const NOTHING = '-';
/** What clients ask for, for a quote. */
const ASKED: Partial<Record<RouteName, { path: string; body: object }>> = {
  chat: {
    path: '/chat/completions',
    body: { messages: [{ role: 'user', content: 'Say hello.' }] },
  },
  videos: { path: '/videos', body: { prompt: 'A calm sea.' } },
};
/** Calls that cost nothing by themselves, and have no record. */
const UNRECORDED: readonly RouteName[] = ['files', 'batches'];

/**
 * A line for each route that a client is listed for with a feature: what the call was quoted, held
 * and charged.
 * @throws Error when the records of requests do not have one of them
 */
export async function callsOf(
  client: Client,
  asked: Case,
  { scene, since }: { scene: Scene; since: Date },
): Promise<string[]> {
  const reaches = calledBy(client, asked);
  const lines: string[] = [];
  for (const reach of reaches) {
    const [route, isStream] = partsOf(reach);
    const title = `  ${client.name}  ${reach}  ${scene.models[asked.model]}`;
    if (UNRECORDED.includes(route)) {
      lines.push(`${title}  free by itself`);
      continue;
    }
    const record = await recordOf(
      { scene, since },
      { route, isStream, model: scene.models[asked.model] },
    );
    if (record === undefined) throw new Error(`the records of requests have no ${reach}`);
    const quoted = await quoteOf(scene, route, scene.models[asked.model]);
    const { held, charged } = record.receipt ?? { held: null, charged: record.credits };
    lines.push(`${title}  quoted ${quoted}  held ${held ?? NOTHING}  charged ${charged}`);
  }
  return lines;
}

function partsOf(reach: Reach): [RouteName, boolean] {
  const at = reach.lastIndexOf(' ');
  return [reach.slice(0, at) as RouteName, reach.endsWith(' stream')];
}

/** The newest record of such a call; undefined when there is none. */
async function recordOf(
  { scene, since }: { scene: Scene; since: Date },
  { route, isStream, model }: { route: RouteName; isStream: boolean; model: string },
): Promise<RequestDetail | undefined> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = (await scene.served(since)).find(
      (one) =>
        one.endpoint === ROUTES[route] && one.stream === isStream && one.model_requested === model,
    );
    if (found !== undefined || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function quoteOf(scene: Scene, route: RouteName, model: string): Promise<string> {
  const asked = ASKED[route];
  if (asked === undefined) return NOTHING;
  return (await scene.quoted(asked.path, { ...asked.body, model })) ?? NOTHING;
}
