import type { ChatRequest } from '@tollgate/contract/chat';
import { aPdf } from '../support/pdf.ts';
import type { CHAT_PARAMETERS } from '@tollgate/contract/request-contract';

/** A model of each line whose contract differs, by family. */
export const LINES: Readonly<Record<string, readonly string[]>> = {
  openai: [
    'gpt-4o',
    'gpt-4.1',
    'gpt-5',
    'gpt-5.4',
    'gpt-5.6-sol',
    'gpt-6-astra',
    'gpt-6.1-terra',
    'gpt-5.2-codex',
    'gpt-5-pro',
    'o3',
  ],
  'openai-compatible': ['any-model'],
  'openai-responses': ['gpt-5.2'],
  google: ['gemini-2.0-flash', 'gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-4-hydrogen'],
  anthropic: ['claude-opus-4-7', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  ollama: ['llama3.2', 'qwen3:8b', 'gpt-oss:20b'],
  bedrock: [
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'amazon.nova-lite-v1:0',
    'us.openai.gpt-6-sol',
    'us.xai.grok-4.7',
    'us.meta.llama4-scout-17b-instruct-v1:0',
  ],
  deepseek: ['deepseek-chat', 'deepseek-reasoner'],
  sandbox: ['echo', 'reasoner'],
};

const TOOLS: NonNullable<ChatRequest['tools']> = [
  { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
];
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
export const PIXEL = `data:image/png;base64,${'A'.repeat(40)}`;

/** A PDF of one page. */
const PDF = `data:application/pdf;base64,${aPdf().toString('base64')}`;

/** One value of one parameter, as a contract names it and as a request carries it. */
export interface Cell {
  parameter: (typeof CHAT_PARAMETERS)[number];
  value: string | number | boolean | null;
  fields: Partial<ChatRequest>;
  /** What else has to be there for the parameter to make sense. */
  beside?: Partial<ChatRequest>;
}

const cell = (
  parameter: Cell['parameter'],
  value: Cell['value'],
  fields: Partial<ChatRequest>,
  beside: Partial<ChatRequest> = {},
): Cell => ({ parameter, value, fields, beside });

export const CELLS: readonly Cell[] = [
  cell('temperature', 0.5, { temperature: 0.5 }),
  cell('top_p', 0.5, { top_p: 0.5 }),
  cell('n', 2, { n: 2 }),
  cell('stop', null, { stop: ['END'] }),
  cell('seed', 7, { seed: 7 }),
  cell('presence_penalty', 0.5, { presence_penalty: 0.5 }),
  cell('frequency_penalty', 0.5, { frequency_penalty: 0.5 }),
  cell('logit_bias', null, { logit_bias: { '5': 1 } }),
  cell('logprobs', true, { logprobs: true }),
  cell('top_logprobs', 2, { top_logprobs: 2, logprobs: true }),
  cell('tools', null, { tools: TOOLS }),
  cell('image_input', null, {
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PIXEL } }] }],
  }),
  cell('document_input', null, {
    messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: PDF } }] }],
  }),
  ...(['text', 'json_object'] as const).map((type) =>
    cell('response_format', type, { response_format: { type } }),
  ),
  cell('response_format', 'json_schema', {
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } },
  }),
  ...(['auto', 'none', 'required'] as const).map((choice) =>
    cell('tool_choice', choice, { tool_choice: choice }, { tools: TOOLS }),
  ),
  cell(
    'tool_choice',
    'named',
    { tool_choice: { type: 'function', function: { name: 'f' } } },
    { tools: TOOLS },
  ),
  ...[true, false].map((value) =>
    cell('parallel_tool_calls', value, { parallel_tool_calls: value }, { tools: TOOLS }),
  ),
  ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) =>
    cell('reasoning_effort', effort, { reasoning_effort: effort }),
  ),
];
