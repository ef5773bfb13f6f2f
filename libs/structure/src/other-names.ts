/** A route whose requests can be judged. */
export type Endpoint =
  | '/v1/chat/completions'
  | '/v1/chat/completions/quote'
  | '/v1/responses'
  | '/v1/embeddings'
  | '/v1/messages'
  | '/v1/messages/count_tokens'
  | '/v1/videos'
  | '/v1/images/generations'
  | '/v1/images/edits'
  | '/v1/rerank'
  | '/v1/moderations'
  | '/v1/audio/speech'
  | '/v1/audio/transcriptions'
  | '/v1/audio/translations';

const OF_MESSAGES: Readonly<Record<string, string>> = {
  input: 'messages',
  prompt: 'messages',
  instructions: 'system',
  max_completion_tokens: 'max_tokens',
  max_output_tokens: 'max_tokens',
  stop: 'stop_sequences',
  functions: 'tools',
  response_format: 'output_config.format',
  reasoning_effort: 'output_config.effort',
  reasoning: 'output_config.effort',
  parallel_tool_calls: 'tool_choice.disable_parallel_tool_use, which says the opposite,',
  user: 'metadata.user_id',
  output_format: 'output_config.format',
};

const OF_CHAT: Readonly<Record<string, string>> = {
  input: 'messages',
  prompt: 'messages',
  instructions: 'a message of the role system',
  max_output_tokens: 'max_completion_tokens',
  functions: 'tools',
  function_call: 'tool_choice',
  reasoning: 'reasoning_effort',
  thinking: 'reasoning_effort',
  text: 'response_format',
  stop_sequences: 'stop',
  system: 'a message of the role system',
};

const OF_IMAGES: Readonly<Record<string, string>> = {
  input: 'prompt',
  text: 'prompt',
  num_images: 'n',
  format: 'output_format',
  ratio: 'aspect_ratio',
};

/** What fields of other routes and of other services are called on a route. */
const OF_TRANSCRIPTIONS: Readonly<Record<string, string>> = {
  audio: 'file',
  input: 'file',
  format: 'response_format',
  output_format: 'response_format',
  instructions: 'prompt',
  languages: 'language',
};

const OTHER_NAMES: Readonly<Record<Endpoint, Readonly<Record<string, string>>>> = {
  '/v1/chat/completions': OF_CHAT,
  '/v1/chat/completions/quote': OF_CHAT,
  '/v1/responses': {
    messages: 'input',
    max_tokens: 'max_output_tokens',
    max_completion_tokens: 'max_output_tokens',
    response_format: 'text.format',
    reasoning_effort: 'reasoning.effort',
    verbosity: 'text.verbosity',
    system: 'instructions',
  },
  '/v1/messages': OF_MESSAGES,
  '/v1/messages/count_tokens': OF_MESSAGES,
  '/v1/embeddings': { inputs: 'input', texts: 'input', text: 'input', task_type: 'input_type' },
  '/v1/videos': {
    input: 'prompt',
    duration: 'seconds',
    image: 'first_frame',
    audio: 'generate_audio',
    ratio: 'aspect_ratio',
    input_references: 'input_reference',
  },
  '/v1/images/generations': OF_IMAGES,
  '/v1/images/edits': { ...OF_IMAGES, image: 'images', image_url: 'images' },
  '/v1/rerank': {
    input: 'documents',
    texts: 'documents',
    passages: 'documents',
    top_k: 'top_n',
    max_chunks_per_doc: 'max_tokens_per_doc',
  },
  '/v1/moderations': { inputs: 'input', texts: 'input', text: 'input', messages: 'input' },
  '/v1/audio/speech': {
    text: 'input',
    prompt: 'instructions',
    voice_id: 'voice',
    format: 'response_format',
    output_format: 'response_format',
    stream: 'stream_format',
  },
  '/v1/audio/transcriptions': OF_TRANSCRIPTIONS,
  '/v1/audio/translations': OF_TRANSCRIPTIONS,
};

/** What a field is called on this route; undefined when it has no counterpart. */
export function nameHere(endpoint: Endpoint, field: string): string | undefined {
  const names = OTHER_NAMES[endpoint];
  return Object.hasOwn(names, field) ? names[field] : undefined;
}
