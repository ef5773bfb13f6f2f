import { wireIdOf } from '../recordings.ts';
import type { Recording } from '../recordings.ts';

/** One member of a request's normal form, where ours and the recorded one are not the same. */
export interface Pair {
  path: string;
  ours: unknown;
  recorded: unknown;
}

/** A difference that is meant: where, which, and why. */
export interface Difference {
  /** Wires by the ids of their families; absent: all of them. */
  families?: readonly string[];
  path: RegExp;
  only: (pair: Pair) => boolean;
  reason: string;
}

const unsaid = ({ ours }: Pair): boolean => ours === undefined;
const added = ({ recorded }: Pair): boolean => recorded === undefined;

/** Everything in which our requests differ on purpose from what recorded clients sent. */
export const DIFFERENCES: readonly Difference[] = [
  {
    families: ['openai', 'openai-compatible'],
    path: /^settings\.stream_options\.include_usage$/u,
    only: ({ ours, recorded }) => ours === true && recorded !== true,
    reason: 'a stream is paid by the usage at its end, so it is always asked for',
  },
  {
    families: ['openai', 'openai-compatible'],
    path: /^settings\.(?:user|encoding_format)$/u,
    only: unsaid,
    reason: 'who asks is for us to know, and vectors are taken as numbers and packed by us',
  },
  {
    families: ['openai-compatible'],
    path: /^settings\.(?:reasoning|provider|usage|thinking|enable_thinking|venice_parameters)\b/u,
    only: unsaid,
    reason: 'a field of one provider alone; none of ours says it',
  },
  {
    families: ['responses'],
    path: /^settings\.(?:store|include\.\d+)$/u,
    only: ({ ours }) => ours === false || ours === 'reasoning.encrypted_content',
    reason: 'nothing is stored at the provider, so reasoning has to come with the answer',
  },
  {
    families: ['responses'],
    path: /^settings\.(?:service_tier|prompt_cache_options\.\w+|provider\.only)\b/u,
    only: unsaid,
    reason: 'no field of ours says it to a provider',
  },
  {
    families: ['responses'],
    path: /^tools\.\d+\.strict$/u,
    only: (pair) => added(pair) && pair.ours === false,
    reason:
      'a tool that does not say so is not strict with us, and this wire has the other default',
  },
  {
    families: ['ollama'],
    path: /^settings\.(?:truncate|shift)$/u,
    only: (pair) => added(pair) && pair.ours === false,
    reason: 'a prompt that does not fit is an error and is never cut in silence',
  },
  {
    families: ['ollama'],
    path: /^settings\.options\.temperature$/u,
    only: unsaid,
    reason: 'vectors have no temperature; the client set one for all of its calls',
  },
  {
    families: ['anthropic'],
    path: /^query\.beta$/u,
    only: unsaid,
    reason: 'a switch for features of the provider that no route of ours has',
  },
  {
    families: ['anthropic', 'google'],
    path: /^query\.(?:limit|pageSize|pageToken)$/u,
    only: () => true,
    reason: 'one page is asked for that holds all models',
  },
  {
    families: ['google'],
    path: /^(?:path|query\.alt)$/u,
    only: ({ ours, recorded }) =>
      recorded === undefined || recorded === String(ours).replace(':gen', ':streamGen'),
    reason: 'a stream that comes as one document: it is asked for as a document',
  },
  {
    families: ['anthropic'],
    path: /^settings\.cache_control\b/u,
    only: unsaid,
    reason: 'the provider chooses by itself what its cache shall hold; no field of ours says it',
  },
  {
    families: ['anthropic', 'bedrock', 'google'],
    path: /\b(?:budget_tokens|thinkingBudget)$/u,
    only: ({ recorded }) => recorded !== undefined,
    reason: 'a number of tokens is none of our words: an effort is, and becomes a budget of ours',
  },
  {
    families: ['anthropic'],
    path: /^settings\.(?:thinking\.type|thinking\.display|output_config\.effort)$/u,
    only: (pair) =>
      added(pair) ||
      pair.recorded === 'summarized' ||
      (pair.recorded === 'enabled' && pair.ours === 'adaptive'),
    reason: 'newer models measure their reasoning by an effort, and show it when they are asked to',
  },
  {
    families: ['bedrock'],
    path: /^settings\.additionalModelRequestFields\.(?:reasoning_config|thinking)\.\w+$/u,
    only: (pair) => unsaid(pair) || added(pair),
    reason: 'an older name of `thinking`, which hosted models take as well',
  },
  {
    families: ['anthropic'],
    path: /^settings\.output_format\b/u,
    only: unsaid,
    reason: 'the name of `output_config.format` in an earlier beta',
  },
  {
    families: ['anthropic', 'google'],
    path: /^settings\.(?:top_k|topK|safetySettings)\b/u,
    only: unsaid,
    reason: 'no field of ours says it',
  },
  {
    families: ['google'],
    path: /^settings\.(?:responseModalities\.0|thinking\.includeThoughts)$/u,
    only: ({ recorded }) => recorded === 'TEXT' || typeof recorded !== 'string',
    reason: 'text is what a model gives unasked, and reasoning is shown where an effort is told',
  },
  {
    families: ['google'],
    path: /^choice$/u,
    only: (pair) => unsaid(pair) && pair.recorded === 'validated',
    reason: 'schemas are kept strictly where a tool of ours says `strict`',
  },
  {
    families: ['google', 'bedrock'],
    path: /^settings\.(?:taskType|normalize)$/u,
    only: unsaid,
    reason: 'what vectors are for, and vectors of length one: no field of ours says it there',
  },
  {
    path: /\.result\.parts\.\d+\.(?:image|detail)$/u,
    only: unsaid,
    reason: 'a picture that a tool returned follows the results, where results of a wire are text',
  },
  {
    path: /^turns\.\d+\.(?:role|parts\.\d+\.(?:text|image|detail))$/u,
    only: (pair) => added(pair) && isMoved(String(pair.ours)),
    reason: 'the message in which such a picture stands, behind a text that names its call',
  },
];

function isMoved(ours: string): boolean {
  return /^(?:user$|auto$|Returned by the tool call |data:image\/)/u.test(ours);
}

/** Differences on purpose of which no recording at hand shows an example. */
const FORESEEN: readonly Difference[] = [
  {
    families: ['google'],
    path: /^query\.key$/u,
    only: unsaid,
    reason: 'a key goes in a header and never in an address, which ends up in logs',
  },
  {
    families: ['ollama'],
    path: /\.result\.of$/u,
    only: added,
    reason: 'the name of the tool whose result it is, which older clients left out',
  },
];

/** The entry of the table that a difference belongs to; undefined when it is a fault. */
export function differenceFor(pair: Pair, recording: Recording): Difference | undefined {
  const family = wireIdOf(recording) ?? '';
  return [...DIFFERENCES, ...FORESEEN].find(
    ({ families, path, only }) =>
      (families === undefined || families.includes(family)) && path.test(pair.path) && only(pair),
  );
}
