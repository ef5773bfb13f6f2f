import type { ChatRequest } from '@tollgate/contract/chat';
import { finishContract } from './contract.ts';
import { fitToContract } from './fit-request.ts';
import { compatibleContract } from '../openai-compatible/contract.ts';

const LIMITS = { context_tokens: 100_000, output_tokens: 10_000 };
const toolOf = (name: string) => ({ type: 'function' as const, function: { name } });

/** The rest of a promise to call one function at most, by a model that cannot give it. */
function promised(choice: ChatRequest['tool_choice'], tools: string[]): boolean | null | undefined {
  const contract = finishContract({ ...compatibleContract('any'), limits: LIMITS });
  if (contract === null) throw new Error('no contract');
  const messages = [{ role: 'user' as const, content: 'x' }];
  const asked = { model: 'm', messages, tools: tools.map(toolOf), tool_choice: choice ?? null };
  return fitToContract(contract, { ...asked, parallel_tool_calls: false }).parallel_tool_calls;
}

describe('one call at a time', () => {
  it('is the case anyway where one function has to be called', () => {
    expect(promised({ type: 'function', function: { name: 'a' } }, ['a', 'b'])).toBeUndefined();
    // How the AI SDK asks for an object over messages: `any` of one tool.
    expect(promised('required', ['a'])).toBeUndefined();
  });

  it.each([
    ['required', ['a', 'b']],
    ['auto', ['a']],
    [null, ['a']],
  ] as const)('stays asked for with the choice %s of %j', (choice, tools) => {
    expect(promised(choice, [...tools])).toBe(false);
  });
});
