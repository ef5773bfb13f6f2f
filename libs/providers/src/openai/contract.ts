import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract.ts';
import type { ChatRules } from '../contract.ts';
import { CHAT_HINTS, RESPONSES_HINTS, promptHintRules } from '../prompt-hints.ts';
import { RESPONSES_RULES, SUMMARIES, WIRE_RULES, embeddingsRules } from '../wire/openai-rules.ts';

/** One line of models: every name that the pattern fits takes the same parameters. */
interface ChatLine {
  models: RegExp;
  context?: number;
  output?: number;
  /** The efforts of a reasoning model; absent for the others. */
  efforts?: readonly string[];
  images: boolean;
  /** Whether answers report tokens written to a cache, which cost more than tokens read from it. */
  writesCache?: true;
  /** Whether the model takes `verbosity`. */
  verbosity?: boolean;
  /** Differences from the line's kind. */
  except?: Partial<ChatRules>;
  /** Whether the Responses interface alone serves these models. */
  responsesOnly?: true;
}

const DATED = String.raw`(?:-\d{4}-\d{2}-\d{2}|-\d{4})?$`;
const named = (names: string): RegExp => new RegExp(`^(?:${names})${DATED}`, 'u');
const TEXT_FORMATS = oneOf('text', 'json_object');

/** Order matters only where two lines fit one name; the first wins. Names that fit none are not exposed. */
const CHAT_LINES: readonly ChatLine[] = [
  {
    models: named('gpt-4o|gpt-4o-mini|chatgpt-4o-latest'),
    context: 128_000,
    output: 16_384,
    images: true,
  },
  {
    models: named('gpt-4\\.1|gpt-4\\.1-mini|gpt-4\\.1-nano'),
    context: 1_047_576,
    output: 32_768,
    images: true,
  },
  {
    models: named('gpt-4-turbo'),
    context: 128_000,
    output: 4_096,
    images: true,
    except: { response_format: TEXT_FORMATS },
  },
  {
    models: named('gpt-3\\.5-turbo'),
    context: 16_385,
    output: 4_096,
    images: false,
    except: { response_format: TEXT_FORMATS },
  },
  {
    models: named('gpt-5|gpt-5-mini|gpt-5-nano'),
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: ['minimal', 'low', 'medium', 'high'],
    images: true,
  },
  {
    models: named('gpt-5\\.1'),
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: ['none', 'low', 'medium', 'high'],
    images: true,
  },
  {
    models: named('gpt-5\\.[23]'),
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    images: true,
  },
  // Later members of the line: what they accept is the same, their limits are for the administrator to tell.
  {
    models: named('gpt-5\\.[4-9](?:-(?!pro\\b|codex\\b)[a-z]+)??'),
    writesCache: true,
    verbosity: true,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    images: true,
  },
  {
    models: named('gpt-5-codex|gpt-5\\.1-codex|gpt-5\\.1-codex-mini'),
    responsesOnly: true,
    context: 400_000,
    output: 128_000,
    efforts: ['low', 'medium', 'high'],
    images: true,
  },
  {
    models: named('gpt-5\\.1-codex-max|gpt-5\\.[23]-codex'),
    responsesOnly: true,
    context: 400_000,
    output: 128_000,
    efforts: ['low', 'medium', 'high', 'xhigh'],
    images: true,
  },
  {
    models: named('gpt-5-pro'),
    responsesOnly: true,
    context: 400_000,
    output: 272_000,
    efforts: ['high'],
    images: true,
    except: { stream: NONE },
  },
  {
    models: named('gpt-5\\.[23]-pro'),
    responsesOnly: true,
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: ['medium', 'high', 'xhigh'],
    images: true,
    except: { stream: NONE },
  },
  {
    models: named('gpt-5\\.[4-9]-pro'),
    responsesOnly: true,
    writesCache: true,
    verbosity: true,
    efforts: ['medium', 'high', 'xhigh'],
    images: true,
    except: { stream: NONE },
  },
  {
    models: named('o3|o4-mini'),
    context: 200_000,
    output: 100_000,
    efforts: ['low', 'medium', 'high'],
    images: true,
  },
];
/** Models that neither chat completions nor the Responses interface serves as chat. */
const NOT_CHAT = /-(?:chat|chat-latest|search|audio|realtime|image|transcribe|tts)\b/u;

/** A reasoning model takes sampling parameters only at their defaults, and no stop sequences. */
const REASONING: Partial<ChatRules> = {
  temperature: oneOf(1),
  top_p: oneOf(1),
  stop: NONE,
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
};

interface EmbeddingsLine {
  models: RegExp;
  dimensions: ParameterRule;
}

const EMBEDDINGS_LINES: readonly EmbeddingsLine[] = [
  { models: /^text-embedding-3-small$/u, dimensions: between(1, 1_536) },
  { models: /^text-embedding-3-large$/u, dimensions: between(1, 3_072) },
  { models: /^text-embedding-ada-002$/u, dimensions: NONE },
];
const EMBEDDINGS_LIMITS = { context_tokens: 8_192, inputs: 2_048, total_tokens: 300_000 };

/** What one of OpenAI's models accepts; null for a model that no route of ours serves. */
export function openaiContract(model: string): ContractDraft | null {
  const embeddings = EMBEDDINGS_LINES.find(({ models }) => models.test(model));
  if (embeddings !== undefined) return embeddingsDraft(embeddings);
  const found = lineOf(model);
  return found === undefined ? null : chatDraft(found);
}

/** Whether one of OpenAI's models is served by the Responses interface alone. */
export function isResponsesOnly(model: string): boolean {
  return lineOf(model)?.responsesOnly === true;
}

function lineOf(model: string): ChatLine | undefined {
  if (NOT_CHAT.test(model)) return undefined;
  return CHAT_LINES.find(({ models }) => models.test(model));
}

function chatDraft(line: ChatLine): ContractDraft {
  const { context, output, efforts, images, except } = line;
  const reasons = efforts !== undefined;
  return {
    capability: 'chat',
    parameters: {
      ...WIRE_RULES,
      ...(reasons ? { ...REASONING, reasoning_effort: oneOf(...efforts) } : {}),
      ...(images ? { image_input: ANY } : {}),
      ...(line.responsesOnly === true ? RESPONSES_RULES : {}),
      ...except,
      prompt_cache_key: ANY,
      ...promptHintRules(line.responsesOnly === true ? RESPONSES_HINTS : CHAT_HINTS),
      ...(line.responsesOnly === true && reasons ? { reasoning_summary: SUMMARIES } : {}),
      ...(line.verbosity === true ? { verbosity: oneOf('low', 'medium', 'high') } : {}),
    },
    limits: {
      ...(context === undefined ? {} : { context_tokens: context }),
      ...(output === undefined ? {} : { output_tokens: output }),
    },
    dimensions: [
      'input',
      'cache_read',
      ...(line.writesCache === true ? ['cache_write'] : []),
      'output',
      ...(reasons ? ['reasoning'] : []),
    ],
  };
}

function embeddingsDraft({ dimensions }: EmbeddingsLine): ContractDraft {
  return {
    capability: 'embeddings',
    parameters: embeddingsRules(dimensions),
    limits: EMBEDDINGS_LIMITS,
    dimensions: ['input'],
  };
}
