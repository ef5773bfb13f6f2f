import type { ChatChoice, ChatChunkChoice } from '@tollgate/contract/chat';
import type { Failure, HttpCall, Usage } from '@tollgate/providers/adapter/adapter';
import { mangled, withoutMembers } from './mangle.ts';
import type { Mutant } from './mutated.ts';

const COMPLETIONS = ['openai', 'openai-compatible'];
const ALL = [...COMPLETIONS, 'anthropic', 'google', 'bedrock', 'ollama'];

const loses = (families: readonly string[], ...names: string[]): Mutant => ({
  families,
  wrongs: { body: (body) => withoutMembers(body, names) },
});

type Message = ChatChoice['message'];
const message = (families: readonly string[], change: (made: Message) => Message): Mutant => ({
  families,
  wrongs: {
    choice: (choice) => ({ ...choice, message: change(choice.message) }),
    piece: (piece) => ({
      ...piece,
      delta: change(piece.delta as unknown as Message) as unknown as ChatChunkChoice['delta'],
    }),
  },
});

const forgets =
  (...names: string[]) =>
  (made: Message): Message =>
    withoutMembers(made, names) as Message;

const counts = (families: readonly string[], usage: (reported: Usage) => Usage): Mutant => ({
  families,
  wrongs: { usage },
});

const failing = (families: readonly string[], change: (reported: Failure) => Failure): Mutant => ({
  families,
  wrongs: { failure: change },
});

/** Faults in what is asked for. */
const ASKING: Readonly<Record<string, Mutant>> = {
  'a wrong path': { families: ALL, wrongs: { path: (path) => path.replace(/(?=[?]|$)/u, 's') } },
  'no credential': {
    families: ALL,
    wrongs: {
      signed: (call) => {
        const kept = Object.entries(call.headers).filter(
          ([name]) => !/authorization|-key$/u.test(name),
        );
        return { ...call, headers: Object.fromEntries(kept) };
      },
    },
  },
  'no version of the wire': {
    families: ['anthropic'],
    wrongs: {
      signed: (call) => withoutMembers(call, ['anthropic-version']) as HttpCall,
    },
  },
  'no system prompt': {
    families: ALL,
    wrongs: {
      body: (body) => mangled(withoutMembers(body, ['system', 'systemInstruction']), isSystem),
    },
  },
  'no tools': loses(ALL, 'tools'),
  'no description of a tool': loses(ALL, 'description'),
  'no choice of a tool': loses(
    ['openai', 'openai-compatible', 'anthropic', 'google', 'bedrock'],
    'tool_choice',
    'toolChoice',
    'functionCallingConfig',
  ),
  'several calls at once although one was asked for': loses(
    ['anthropic'],
    'disable_parallel_tool_use',
  ),
  'no image': {
    families: ALL.filter((family) => family !== 'openai-compatible'),
    wrongs: { body: (body) => mangled(withoutMembers(body, ['images']), isImage) },
  },
  'no result of a tool': {
    families: ALL,
    wrongs: { body: (body) => mangled(body, isResult) },
  },
  'no reasoning of an earlier turn': {
    families: ['openai-compatible', 'anthropic', 'bedrock', 'ollama'],
    wrongs: {
      body: (body) =>
        mangled(withoutMembers(body, ['thinking', 'reasoning', 'reasoning_content']), isThought),
    },
  },
  'no signature of an earlier call': loses(
    ['anthropic', 'google'],
    'signature',
    'thoughtSignature',
  ),
  'no penalties': loses(
    ['openai', 'google', 'ollama'],
    'presence_penalty',
    'presencePenalty',
    'frequency_penalty',
    'frequencyPenalty',
  ),
  'no temperature': loses(['openai', 'anthropic', 'google', 'ollama'], 'temperature'),
  'no marks of what a cache shall hold': {
    families: ['anthropic', 'bedrock'],
    wrongs: { body: (body) => mangled(withoutMembers(body, ['cache_control']), isMark) },
  },
  'no seed': loses(['openai', 'google', 'ollama'], 'seed'),
  'no words to stop at': loses(ALL, 'stop', 'stop_sequences', 'stopSequences'),
  'no ceiling of the output': loses(
    ALL,
    'max_tokens',
    'max_completion_tokens',
    'maxOutputTokens',
    'maxTokens',
    'num_predict',
  ),
  'no schema of the answer': loses(
    ['anthropic', 'google', 'bedrock', 'ollama'],
    'output_config',
    'responseJsonSchema',
    'outputConfig',
    'format',
  ),
  'no probabilities asked for': loses(['openai'], 'logprobs', 'top_logprobs'),
  'no usage at the end of a stream': loses(COMPLETIONS, 'stream_options'),
  'no dimensions of vectors': loses(['openai'], 'dimensions'),
  'no use of vectors': loses(['bedrock'], 'input_type'),
};

function isSystem(entry: unknown): boolean {
  return has(entry, 'role', 'system');
}

function isImage(entry: unknown): boolean {
  const isNamed = ['image', 'inlineData'].some((name) => has(entry, name));
  return isNamed || has(entry, 'type', 'image') || has(entry, 'type', 'image_url');
}

function isResult(entry: unknown): boolean {
  const isNamed = ['toolResult', 'functionResponse'].some((name) => has(entry, name));
  return isNamed || has(entry, 'type', 'tool_result') || has(entry, 'role', 'tool');
}

function isMark(entry: unknown): boolean {
  return has(entry, 'cachePoint');
}

function isThought(entry: unknown): boolean {
  return has(entry, 'reasoningContent') || has(entry, 'type', 'thinking');
}

function has(entry: unknown, name: string, value?: string): boolean {
  if (typeof entry !== 'object' || entry === null || !(name in entry)) return false;
  return value === undefined || (entry as Record<string, unknown>)[name] === value;
}

/** Faults in what is made of an answer. */
const ANSWERING: Readonly<Record<string, Mutant>> = {
  'another reason for the end': {
    families: ALL,
    wrongs: {
      choice: (choice) => ({ ...choice, finish_reason: 'length' }),
      piece: (piece) => ({ ...piece, finish_reason: piece.finish_reason && 'length' }),
    },
  },
  'calls that end like text': {
    families: ALL,
    wrongs: {
      choice: (choice) => ({ ...choice, finish_reason: stopFor(choice.finish_reason) }),
      piece: (piece) => ({
        ...piece,
        finish_reason: piece.finish_reason && stopFor(piece.finish_reason),
      }),
    },
  },
  'only the first call of a piece': message(ALL, (made) =>
    made.tool_calls === undefined ? made : { ...made, tool_calls: made.tool_calls.slice(0, 1) },
  ),
  'no arguments of a call': message(ALL, (made) =>
    made.tool_calls === undefined
      ? made
      : {
          ...made,
          tool_calls: made.tool_calls.map((call) => ({
            ...call,
            function: { ...call.function, arguments: '' },
          })),
        },
  ),
  'no text': message(ALL, (made) => ({ ...made, ...(made.content && { content: '' }) })),
  'no reasoning': message(
    ALL.filter((family) => family !== 'openai'),
    forgets('reasoning_content'),
  ),
  'no refusal': message(['openai'], (made) => ({ ...made, refusal: null })),
  'no signature': message(
    ['openai-compatible', 'anthropic', 'google', 'bedrock'],
    forgets('extra_content'),
  ),
  'no probabilities': {
    families: ['openai'],
    wrongs: {
      choice: (choice) => ({ ...choice, logprobs: null }),
      piece: (piece) => withoutMembers(piece, ['logprobs']) as ChatChunkChoice,
    },
  },
  'only the first alternative': {
    families: ['openai'],
    wrongs: {
      choices: (choices) => choices.slice(0, 1),
      piece: (piece) => ({ ...piece, index: 0 }),
    },
  },
  'no cached tokens': counts(
    ['openai', 'openai-compatible', 'anthropic', 'bedrock', 'google'],
    (reported) => ({
      ...reported,
      input: reported.input + reported.cache_read,
      cache_read: 0,
    }),
  ),
  'no tokens written to a cache': counts(['anthropic', 'bedrock'], (reported) => ({
    ...reported,
    cache_write: 0,
  })),
  'reasoning counted twice': counts(['openai', 'openai-compatible', 'google'], (reported) => ({
    ...reported,
    output: reported.output + reported.reasoning,
  })),
  'reasoning not counted': counts(['openai', 'openai-compatible', 'google'], (reported) => ({
    ...reported,
    reasoning: 0,
  })),
  'one token more': counts(ALL, (reported) => ({ ...reported, output: reported.output + 1 })),
  'vectors in another order': {
    families: ['openai', 'google', 'bedrock'],
    wrongs: { vectors: (vectors) => vectors.toReversed() },
  },
};

function stopFor(finish: ChatChoice['finish_reason']): ChatChoice['finish_reason'] {
  return finish === 'tool_calls' ? 'stop' : finish;
}

/** Faults in what is made of an error. */
const FAILING: Readonly<Record<string, Mutant>> = {
  'no field that is at fault': failing(
    ['openai', 'anthropic', 'ollama'],
    (reported) => withoutMembers(reported, ['param']) as Failure,
  ),
  'another kind of failure': failing(ALL, (reported) => ({
    ...reported,
    kind: reported.kind === 'rejected' ? 'unavailable' : 'rejected',
  })),
  'no words of the provider': failing(['openai', 'anthropic', 'bedrock', 'ollama'], (reported) => ({
    ...reported,
    message: reported.message.replace(/:.*/su, '.'),
  })),
  'no wait': failing(
    ['openai-compatible', 'google'],
    (reported) => withoutMembers(reported, ['retryAfterSeconds']) as Failure,
  ),
};

/** Typical faults of a mapping, by what a caller would notice of each. */
export const MUTANTS: Readonly<Record<string, Mutant>> = { ...ASKING, ...ANSWERING, ...FAILING };
