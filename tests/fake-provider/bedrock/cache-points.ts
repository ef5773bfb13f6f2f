import { marksFault } from '../claude-marks.ts';
import { isJson } from '../openai/chat-request.ts';
import { Refusal } from '../wire.ts';
import { MODEL_SAYS, refuse } from './refuse.ts';

type Json = Record<string, unknown>;

/** Models whose prompts can be kept on demand, and those that keep them for an hour. */
const KEEPING = /anthropic\.claude-(?:3-5-haiku|3-7-|[a-z]+-[4-9])/u;
const FOR_AN_HOUR = /anthropic\.claude-(?:[a-z]+-4-[5-9]|[a-z]+-[5-9])/u;

/** Refuses points that the host, or the model behind it, does not take. */
export function assertPoints(body: Json, model: string): void {
  const { toolConfig: config } = body;
  const lists = [
    ['toolConfig.tools', isJson(config) ? config['tools'] : []],
    ['system', body['system']],
    ...listOf(body['messages']).map(({ content }, at) => [`messages.${at}.content`, content]),
  ] as const;
  const points = lists.flatMap(([path, list]) =>
    listOf(list).flatMap((block, at) => {
      const { cachePoint: point } = block;
      if (!isJson(point)) return [];
      if (at === 0) refuse(`${String(path)}.0: a cachePoint needs content in front of it.`);
      return [{ path: `${String(path)}.${at}.cachePoint`, point }];
    }),
  );
  const [first] = points;
  if (first === undefined) return;
  if (!KEEPING.test(model)) {
    const message =
      'You invoked an unsupported model or your request did not allow prompt caching.';
    throw new Refusal({ status: 403, message, code: 'AccessDeniedException' });
  }
  for (const { path, point } of points) {
    if (point['type'] !== 'default') refuse(`Value at '${path}.type' failed to satisfy: [default]`);
    if (point['ttl'] !== '1h' || FOR_AN_HOUR.test(model)) continue;
    refuse(`${MODEL_SAYS}${path}: extraneous key [ttl] is not permitted.`);
  }
  const fault = marksFault(
    points.map(({ path, point }) => ({ path, type: 'ephemeral', ttl: point['ttl'] })),
  );
  if (fault !== null) refuse(`${MODEL_SAYS}${fault}`);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
