import { NONE, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import type { Fact } from '../adapter/facts.ts';
import { CHAT_REFUSES_TOOLS, RESPONSES_EFFORT } from './facts.ts';
import type { ToolRefusal } from './facts.ts';

/** One line of models: every name that the pattern fits takes the same parameters. */
export interface ChatLine {
  models: RegExp;
  context?: number;
  output?: number;
  /** The efforts of a reasoning model; absent for the others. */
  efforts?: readonly string[];
  images: boolean;
  /** Reads PDFs, as pictures of their pages beside their text. */
  documents: boolean;
  /** Whether answers report tokens written to a cache, which cost more than tokens read from it. */
  writesCache?: true;
  /** Whether the model takes `verbosity`. */
  verbosity?: boolean;
  /** Differences from the line's kind. */
  except?: Partial<ChatRules>;
  /** Whether the Responses interface alone serves these models. */
  responsesOnly?: true;
  /** With which requests chat completions refuse function tools; absent: with none. */
  chatRefusesTools?: Fact<ToolRefusal>;
  /**
   * Takes sampling parameters where it does not think: with the effort `none`, or also without one
   * because `none` is its default.
   */
  samples?: 'with_none' | 'unless_effort';
  /** Models of generations that are not known yet have the most that those before them take. */
  isAssumed?: true;
}

const DATED = String.raw`(?:-\d{4}-\d{2}-\d{2}|-\d{4})?$`;
const named = (names: string): RegExp => new RegExp(`^(?:${names})${DATED}`, 'u');
/**
 * The name of a member of a line, such as `-mini`; the lazy quantifier leaves a date to {@link
 * named}.
 */
const MEMBER = String.raw`(?:-(?!pro\b|codex\b)[a-z]+)??`;
const TEXT_FORMATS = oneOf('text', 'json_object');
/** Generations from GPT-5.6 on, whose members may get new names. */
const UNKNOWN = String.raw`gpt-(?:5\.[6-9]|[6-9](?:\.\d+)?)`;

const UP_TO_XHIGH = ['none', 'low', 'medium', 'high', 'xhigh'];
const ALWAYS = ['low', 'medium', 'high', 'xhigh', 'max'];
const EVERY = ['none', ...ALWAYS];
/**
 * Later models share one window: https://developers.openai.com/api/docs/models/gpt-6-astra and the
 * pages beside it, read on 2026-11-28.
 */
const LONG = { context: 1_050_000, output: 128_000 };
/** What models from GPT-5.4 on have in common. */
const LATER = {
  chatRefusesTools: CHAT_REFUSES_TOOLS.unlessEffortIsNone,
  writesCache: true,
  verbosity: true,
  images: true,
  documents: true,
} as const;

/**
 * Order matters only where two lines fit one name; the first wins. Names that fit none are not
 * exposed.
 */
const CHAT_LINES: readonly ChatLine[] = [
  {
    models: named('gpt-4o|gpt-4o-mini|chatgpt-4o-latest'),
    context: 128_000,
    output: 16_384,
    images: true,
    documents: true,
  },
  {
    models: named('gpt-4\\.1|gpt-4\\.1-mini|gpt-4\\.1-nano'),
    context: 1_047_576,
    output: 32_768,
    images: true,
    documents: true,
  },
  {
    models: named('gpt-4-turbo'),
    context: 128_000,
    output: 4_096,
    images: true,
    documents: false,
    except: { response_format: TEXT_FORMATS },
  },
  {
    models: named('gpt-3\\.5-turbo'),
    context: 16_385,
    output: 4_096,
    images: false,
    documents: false,
    except: { response_format: TEXT_FORMATS },
  },
  {
    models: named('gpt-5|gpt-5-mini|gpt-5-nano'),
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: ['minimal', 'low', 'medium', 'high'],
    images: true,
    documents: true,
  },
  {
    models: named('gpt-5\\.1'),
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: ['none', 'low', 'medium', 'high'],
    samples: 'unless_effort',
    images: true,
    documents: true,
  },
  {
    models: named('gpt-5\\.[23]'),
    verbosity: true,
    context: 400_000,
    output: 128_000,
    efforts: UP_TO_XHIGH,
    samples: 'unless_effort',
    images: true,
    documents: true,
  },
  {
    ...LATER,
    models: named('gpt-5\\.4-mini|gpt-5\\.4-nano'),
    chatRefusesTools: CHAT_REFUSES_TOOLS.withAnEffort,
    context: 400_000,
    output: 128_000,
    efforts: UP_TO_XHIGH,
    samples: 'unless_effort',
  },
  {
    ...LATER,
    ...LONG,
    models: named(`gpt-5\\.4${MEMBER}`),
    chatRefusesTools: CHAT_REFUSES_TOOLS.withAnEffort,
    efforts: UP_TO_XHIGH,
    samples: 'unless_effort',
  },
  {
    ...LATER,
    ...LONG,
    models: named(`gpt-5\\.5${MEMBER}`),
    chatRefusesTools: CHAT_REFUSES_TOOLS.withAnEffort,
    efforts: UP_TO_XHIGH,
    samples: 'with_none',
  },
  // "Reasoning.effort supports: none, low, medium (default), high, xhigh, and max", the pages of
  // these models; 6.1 Terra as measured by the AI SDK (October 2026).
  {
    ...LATER,
    ...LONG,
    models: named('gpt-5\\.6(?:-sol|-terra|-luna)?|gpt-6-sol|gpt-6-luna|gpt-6\\.1-terra'),
    efforts: EVERY,
    samples: 'with_none',
  },
  // "'none' is not supported": genkit-ai/genkit#6303 and bolna-ai/bolna#1019 measured it for Astra,
  // and OpenAI's guide to GPT-6 says it of 6.1 Sol; read on 2026-11-28.
  {
    ...LATER,
    ...LONG,
    models: named('gpt-6(?:\\.\\d)?-astra|gpt-6\\.[1-9]-sol'),
    efforts: ALWAYS,
  },
  {
    models: named('gpt-5-codex|gpt-5\\.1-codex|gpt-5\\.1-codex-mini'),
    responsesOnly: true,
    context: 400_000,
    output: 128_000,
    efforts: ['low', 'medium', 'high'],
    images: true,
    documents: true,
  },
  {
    models: named('gpt-5\\.1-codex-max|gpt-5\\.[23]-codex'),
    responsesOnly: true,
    context: 400_000,
    output: 128_000,
    efforts: ['low', 'medium', 'high', 'xhigh'],
    images: true,
    documents: true,
  },
  {
    models: named('gpt-5-pro'),
    responsesOnly: true,
    context: 400_000,
    output: 272_000,
    efforts: ['high'],
    images: true,
    documents: true,
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
    documents: true,
    except: { stream: NONE },
  },
  {
    models: named('gpt-5\\.[45]-pro'),
    ...LONG,
    responsesOnly: true,
    writesCache: true,
    verbosity: true,
    efforts: ['medium', 'high', 'xhigh'],
    images: true,
    documents: true,
    except: { stream: NONE },
  },
  {
    models: named('o3|o4-mini'),
    context: 200_000,
    output: 100_000,
    efforts: ['low', 'medium', 'high'],
    images: true,
    documents: true,
  },
  // Later generations take what those before them do, the provider has the last word, and the
  // administrator enters their limits.
  {
    ...LATER,
    models: named(`${UNKNOWN}(?:-[a-z]+)*-(?:pro|codex)(?:-[a-z]+)*?`),
    responsesOnly: true,
    efforts: ALWAYS,
    isAssumed: true,
  },
  {
    ...LATER,
    models: named(`${UNKNOWN}(?:-[a-z]+)*?`),
    efforts: EVERY,
    samples: 'with_none',
    isAssumed: true,
  },
];
/** Models that neither chat completions nor the Responses interface serves as chat. */
const NOT_CHAT = /-(?:chat|chat-latest|search|audio|realtime|image|transcribe|tts)\b/u;

/**
 * The line of a chat model by OpenAI's own name of it; undefined for a name that none of our routes
 * serves as chat.
 */
export function lineOf(model: string): ChatLine | undefined {
  if (NOT_CHAT.test(model)) return undefined;
  return CHAT_LINES.find(({ models }) => models.test(model));
}

/** Whether the Responses interface alone serves a model. */
export function isResponsesOnly(model: string): boolean {
  return lineOf(model)?.responsesOnly === true;
}

/**
 * Whether chat completions refuse the function tools of a request to a model, going by its effort.
 * @param effort the `reasoning_effort` that the request names, if it names one
 */
export function refusesToolsInChat(model: string, effort: unknown): boolean {
  const rule = lineOf(model)?.chatRefusesTools?.value;
  if (rule === undefined || effort === 'none') return false;
  return rule === 'unless_effort_is_none' || (effort !== undefined && effort !== null);
}

/** Whether the Responses interface alone takes an effort, of all models that have it. */
export function isResponsesEffort(effort: unknown): boolean {
  return effort === RESPONSES_EFFORT.value;
}
