import { checkChatRequest } from '../contract/check-contract.ts';
import { finishContract } from '../contract/contract.ts';
import { deepseekContract } from './contract.ts';
import type { ChatRequest } from '@tollgate/contract/chat';

const tool: NonNullable<ChatRequest['tools']>[number] = {
  type: 'function',
  function: { name: 'f' },
};

function refused(model: string, fields: Partial<ChatRequest>): string | null {
  const contract = finishContract(deepseekContract(model));
  if (contract === null) throw new Error('the contract is not complete');
  const messages: ChatRequest['messages'] = [{ role: 'user', content: 'x' }];
  return checkChatRequest(contract, { model, messages, ...fields })?.param ?? null;
}

test('no call can be forced while the model thinks', () => {
  const forced: Partial<ChatRequest> = { tools: [tool], tool_choice: 'required' };
  expect(refused('deepseek-reasoner', forced)).toBe('tool_choice');
  expect(refused('deepseek-chat', forced)).toBeNull();
});

test.each([
  [{ parallel_tool_calls: false, tools: [tool] }, 'parallel_tool_calls'],
  [{ seed: 1 }, 'seed'],
  [{ n: 2 }, 'n'],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } } },
    'response_format',
  ],
] as [Partial<ChatRequest>, string][])('%j is refused', (fields, param) => {
  expect(refused('deepseek-chat', fields)).toBe(param);
});

test.each(['deepseek-v4-pro', 'deepseek-v4.1-flash-1017', 'deepseek-flash'])(
  '%s has its limits, and thinks as much as it is asked to',
  (model) => {
    expect(refused(model, { max_tokens: 393_216, reasoning_effort: 'max' })).toBeNull();
    expect(refused(model, { reasoning_effort: 'none' })).toBe('reasoning_effort');
    expect(refused('deepseek-chat', { reasoning_effort: 'max' })).toBe('reasoning_effort');
  },
);

test('a model of a line that is not known waits for its limits', () => {
  expect(finishContract(deepseekContract('deepseek-v9'))).toBeNull();
});
