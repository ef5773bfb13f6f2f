import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type {
  Judgement,
  MappedModeration,
  ModerationMapper,
} from '../../adapter/moderation-wire.ts';
import { countOf, inputReading } from '../../adapter/usage-reading.ts';
import { asObject, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { errorIn, failureInReply } from '../chat-completions/errors.ts';

/** The most categories of one result: the longest known list has 13. */
const CATEGORIES_MAX = 100;

/**
 * Judgements over the wire of `POST /moderations`, by documentation; nothing of it is recorded.
 * OpenAI's (`ModerationCreateResponse` of the npm package openai 7.55) and Mistral's
 * (docs.mistral.ai/api/endpoint/classifiers), read on 2026-11-28: Mistral flags no result as a
 * whole, takes texts alone and may report tokens.
 */
export const moderationsWire: ModerationMapper = {
  path: () => '/moderations',
  toWire: ({ input }, { upstreamModel }) => ({ model: upstreamModel, input }),
  fromWire(reply, { count }): MappedModeration {
    if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
    const error = errorIn(reply);
    if (error !== undefined) throw new ProviderError(failureInReply(error));
    const { results, usage } = reply;
    if (!Array.isArray(results) || results.length !== count) {
      throw new MalformedReply('the results are not one for each input');
    }
    const { prompt_tokens: prompt, total_tokens: total } = asObject(usage);
    return {
      results: (results as unknown[]).map(judgementOf),
      ...inputReading(countOf(prompt ?? total)),
    };
  },
  modelIn: (reply) => asObject(reply)['model'],
};

function judgementOf(result: unknown): Judgement {
  const {
    flagged,
    categories: found,
    category_scores: scored,
    category_applied_input_types: applied,
  } = asObject(result);
  const categories = membersOf(found, isFlag);
  const scores = membersOf(scored, isScore);
  const isFlagged = flagged ?? Object.values(categories).includes(true);
  if (typeof isFlagged !== 'boolean') throw new MalformedReply('a result says no judgement');
  if (!isObject(applied)) return { flagged: isFlagged, categories, scores };
  return { flagged: isFlagged, categories, scores, appliedTo: membersOf(applied, areKinds) };
}

/** The members of an object that are all of one sort. @throws MalformedReply */
function membersOf<Value>(
  value: unknown,
  isOfSort: (member: unknown) => member is Value,
): Record<string, Value> {
  const members = Object.entries(isObject(value) ? value : ({} satisfies JsonObject));
  // Providers say null for categories that they do not judge.
  const said = members.filter(([, member]) => member !== null);
  const isUsable = said.every((entry): entry is [string, Value] => isOfSort(entry[1]));
  if (!isUsable || said.length === 0 || said.length > CATEGORIES_MAX) {
    throw new MalformedReply('a result has no categories that can be read');
  }
  return Object.fromEntries(said as [string, Value][]);
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isScore = (value: unknown): value is number => Number.isFinite(value);
const areKinds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((kind) => kind === 'text' || kind === 'image');
