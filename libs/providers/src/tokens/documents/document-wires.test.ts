import type { ChatRequest, Message } from '@tollgate/contract/chat';
import { finishContract } from '../../contract/contract.ts';
import { checkChatRequest } from '../../contract/check-contract.ts';
import { estimateInput } from '../estimate.ts';
import { familyById } from '../../families.ts';
import { withoutUnseenResults } from '../unseen-results.ts';
import { overWireLimits } from '../../contract/wire-limits.ts';

/** A page without text. */
const PAGE =
  '%PDF-1.4 1 0 obj <</Type/Page/Parent 2 0 R>> endobj <</Type/Pages/Kids[1 0 R]/Count 1>>';
const DATA = Buffer.from(PAGE).toString('base64');
const file = {
  type: 'file' as const,
  file: { file_data: `data:application/pdf;base64,${DATA}`, filename: 'report (1).pdf' },
};
const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const BLOCK = {
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data: DATA },
  title: 'report (1).pdf',
};
const CHAT_FILE = {
  type: 'file',
  file: { filename: 'report (1).pdf', file_data: file.file.file_data },
};
const converse = (number: number) => ({
  document: { format: 'pdf', name: `Document ${number}`, source: { bytes: DATA } },
});
const INLINE = { inlineData: { mimeType: 'application/pdf', data: DATA } };
const INPUT_FILE = {
  type: 'input_file',
  filename: 'report (1).pdf',
  file_data: file.file.file_data,
};

const call = { id: 'a', type: 'function' as const, function: { name: 'read', arguments: '{}' } };
const shown: Message[] = [{ role: 'user', content: [file] }];
const returned: Message[] = [
  { role: 'user', content: 'Read.' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'a', content: [file] },
];

function wireOf(id: string, model: string, messages: Message[]): string {
  const family = familyById(id);
  const endpoint = { family: id, provider: id, upstreamModel: model, baseUrl: 'https://x.example' };
  const request: ChatRequest = { model, messages, max_tokens: 10 };
  expect(family?.foreignContent?.(request, endpoint) ?? null).toBeNull();
  return JSON.stringify(family?.chat?.toWire(request, endpoint, false));
}

test.each<[string, string, unknown, unknown]>([
  ['anthropic', 'claude-sonnet-4-5', [BLOCK], BLOCK],
  ['bedrock', CLAUDE, [{ text: 'See the document.' }, converse(1)], converse(1)],
  ['bedrock', 'amazon.nova-pro-v1:0', [{ text: 'See the document.' }, converse(1)], converse(1)],
  ['google', 'gemini-2.5-flash', [INLINE], [{ text: 'Returned by the tool call a:' }, INLINE]],
  ['google', 'gemini-3-pro-preview', [INLINE], [INLINE]],
  [
    'openai',
    'gpt-4o',
    [CHAT_FILE],
    [{ type: 'text', text: 'Returned by the tool call a:' }, CHAT_FILE],
  ],
  ['openai', 'gpt-5.2-codex', [INPUT_FILE], [INPUT_FILE]],
])('%s %s takes a PDF of a user and of a tool', (id, model, ofUser, ofTool) => {
  expect(wireOf(id, model, shown)).toContain(JSON.stringify(ofUser));
  expect(wireOf(id, model, returned)).toContain(JSON.stringify(ofTool));
});

test('documents of one Converse request have different names', () => {
  const wire = wireOf('bedrock', CLAUDE, [...returned, { role: 'user', content: [file] }]);
  expect(wire).toContain(JSON.stringify(converse(1)));
  expect(wire).toContain(JSON.stringify(converse(2)));
});

test('a file without a name gets one where the wire wants one', () => {
  const { file_data } = file.file;
  const nameless: Message[] = [{ role: 'user', content: [{ type: 'file', file: { file_data } }] }];
  expect(wireOf('openai', 'gpt-4o', nameless)).toContain('"filename":"document.pdf"');
  expect(wireOf('openai', 'gpt-5.2-codex', nameless)).toContain('"filename":"document.pdf"');
});

const contractOf = (id: string, model: string) => {
  const draft = familyById(id)?.contract(model) ?? null;
  const limits = { context_tokens: 100_000, output_tokens: 1_000, ...draft?.limits };
  const contract = draft === null ? null : finishContract({ ...draft, limits });
  if (contract === null) throw new Error(`no contract of ${model}`);
  return contract;
};

test.each([
  ['openai-compatible', 'any'],
  ['deepseek', 'deepseek-chat'],
  ['ollama', 'llama3.2'],
  ['openai', 'gpt-3.5-turbo'],
  ['bedrock', 'meta.llama3-1-70b-instruct-v1:0'],
])(
  '%s %s refuses the PDF of a user by its place, and gets words for that of a tool',
  (id, model) => {
    const contract = contractOf(id, model);
    expect(checkChatRequest(contract, { model, messages: shown })).toEqual({
      param: 'messages[0].content[0]',
      message:
        'This model does not support PDF documents. Send the text of the document, or ask a model whose contract has document_input.',
    });
    expect(checkChatRequest(contract, { model, messages: returned })).toBeNull();
    const { messages, replaced } = withoutUnseenResults(returned, contract);
    expect(replaced).toEqual(['messages[2].content[0]']);
    expect(JSON.stringify(messages)).toContain('The tool returned a PDF here.');
  },
);

test('more documents than a wire takes are refused', () => {
  const six: Message[] = [{ role: 'user', content: Array.from({ length: 6 }, () => file) }];
  const documentsPerMessage = { value: 5, source: 'https://example.com', date: '2026-11-26' };
  expect(overWireLimits({ model: 'm', messages: six }, { documentsPerMessage })?.message).toBe(
    'This model takes at most 5 documents between two messages of the assistant, and there are 6.',
  );
});

test('a PDF is bounded by its pages, and one that nobody can count by the context', () => {
  const overhead = familyById('anthropic')?.overhead({
    family: 'anthropic',
    provider: 'anthropic',
    upstreamModel: 'claude-sonnet-4-5',
    baseUrl: '',
  });
  if (overhead === undefined) throw new Error('no overhead');
  const boundOf = (pdf: string): number => {
    const file_data = `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`;
    const content = [{ type: 'file' as const, file: { file_data } }];
    return estimateInput({ model: 'm', messages: [{ role: 'user', content }] }, overhead).bound;
  };
  const one = boundOf(PAGE);
  expect(one).toBeGreaterThan(overhead.image);
  expect(boundOf(PAGE.replace('Count 1', 'Count 9'))).toBe(one + 8 * (overhead.image + 24));
  expect(boundOf('%PDF-1.4')).toBeGreaterThan(5_000_000);
});
