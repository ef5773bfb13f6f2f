import { asList, asObject, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

/** The provider's log probabilities in our shape; undefined without any. */
export function logprobsFromWire(result: unknown): unknown {
  if (!isObject(result)) return undefined;
  const top = asList(result['topCandidates']);
  const content = asList(result['chosenCandidates']).map((chosen, position) => ({
    ...tokenOf(asObject(chosen)),
    top_logprobs: asList(asObject(top[position])['candidates']).map((one) =>
      tokenOf(asObject(one)),
    ),
  }));
  return { content, refusal: null };
}

function tokenOf({ token, logProbability }: JsonObject): JsonObject {
  const text = typeof token === 'string' ? token : '';
  const logprob = typeof logProbability === 'number' ? logProbability : 0;
  return { token: text, logprob, bytes: [...Buffer.from(text)] };
}
