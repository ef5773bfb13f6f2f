import type { McpServers } from './anthropic/mcp.ts';

/** A function that the model may call. */
export interface Tool {
  name: string;
  /** JSON Schema of the arguments. */
  schema: unknown;
  /** Whether the tool takes one text and no JSON; absent: no. */
  isCustom?: boolean;
  /** The namespace that the tool stands in; absent: none. */
  namespace?: string;
}

/** What a caller asked for, freed from the wire on which the question came. */
export interface Prompt {
  model: string;
  stream: boolean;
  /** Number of independent answers. */
  choices: number;
  /** Ceiling of output tokens for one answer, reasoning included; null without one. */
  outputMax: number | null;
  stop: string[];
  /** Text of the last user message, directives taken out. */
  lastUser: string;
  /** Results of tools that came after the last user message. */
  toolResults: string[];
  tools: Tool[];
  /** `auto`, `none`, `required`, or the one function that must be called. */
  toolChoice: 'auto' | 'none' | 'required' | { name: string };
  parallel: boolean;
  /** null: plain text; otherwise JSON, of the schema when there is one. */
  json: { schema: unknown } | null;
  /** Effort for models that reason; null when the caller said nothing. */
  effort: string | null;
  /** Whether the model thinks first; absent where its name decides. */
  thinks?: boolean;
  /** The most searches of the web; absent where the request has no such tool. */
  searches?: number;
  /** What the provider may run beside answering; absent: nothing, of families but one. */
  serverTools?: ServerTools;
  /** The MCP servers of a request to Anthropic. */
  mcpServers?: McpServers;
  inputTokens: number;
  /** How many of them go into a cache; none where absent. */
  keptTokens?: number;
  /** How many of these are kept for an hour; none where absent. */
  hourTokens?: number;
}

/** The tools of Anthropic that the provider runs: the most web calls, and whether code may run. */
export interface ServerTools {
  searches: number;
  fetches: number;
  /** Whether fetched texts are to be cited. */
  isCited: boolean;
  code: boolean;
  /** Whether code is Python alone, under its first names. */
  isLegacyCode: boolean;
}

/** How long a prompt is, and how much of it stands before the last mark of what is to be kept. */
export interface Counted {
  total: number;
  kept: number;
  /** What stands before the last mark of an hour. */
  hour: number;
}

const CHARACTERS_PER_TOKEN = 4;
/** Tokens that each message costs besides its text. */
export const MESSAGE_TOKENS = 3;

/**
 * Input tokens of a text with the given number of characters: a fourth of the number, rounded up.
 */
export function inputTokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

const PIECE = / ?[^ ]{1,6}| /gu;

/**
 * Cuts a text into the pieces that count as one output token each; joined they are the text again.
 */
export function piecesOf(text: string): string[] {
  return text.match(PIECE) ?? [];
}

/** What a request for vectors asks: nothing of a conversation, only its tokens count. */
export function promptToEmbed(model: string, inputTokens: number): Prompt {
  return {
    model,
    stream: false,
    choices: 0,
    outputMax: null,
    stop: [],
    lastUser: '',
    toolResults: [],
    tools: [],
    toolChoice: 'none',
    parallel: false,
    json: null,
    effort: null,
    inputTokens,
  };
}
