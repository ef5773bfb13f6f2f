import { GatewayError } from '@tollgate/contract/error-codes';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import { toConversation } from '@tollgate/structure/conversation';
import { inRouteTerms } from './terms.ts';

const asked: ResponsesRequest = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'hm' }] },
    { role: 'assistant', content: 'I look.' },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'x' },
  ],
  tools: [
    { type: 'web_search', external_web_access: false },
    { type: 'function', name: 'f' },
    { type: 'namespace', name: 'n', tools: ['a', 'b'].map((name) => ({ type: 'function', name })) },
    { type: 'function', name: 'g' },
  ],
};
const from = { asked, ...toConversation(asked) };

test.each([
  ['response_format', 'text.format'],
  ['response_format.json_schema.schema', 'text.format.schema'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['max_tokens', 'max_output_tokens'],
  ['reasoning_effort', 'reasoning.effort'],
  ['tool_choice.function.name', 'tool_choice.name'],
  ['tools[0].function.parameters', 'tools[1].parameters'],
  ['tools[2].function.parameters.type', 'tools[2].tools[1].parameters.type'],
  ['tools[3]', 'tools[3]'],
  ['tools[9].function', 'tools[9].function'],
  ['tools', 'tools'],
  ['temperature', 'temperature'],
  ['messages', 'input'],
  ['messages[0].content', 'instructions'],
  ['messages[1].content[0]', 'input[0].content[0]'],
  ['messages[2].extra_content', 'input[1].encrypted_content'],
  ['messages[2].content', 'input[2].content'],
  ['messages[2].tool_calls', 'input[3]'],
  ['messages[3].content', 'input[4].output'],
  ['messages[9]', 'input'],
])('%s is called %s here', (param, expected) => {
  const error = new GatewayError('unsupported_parameter', 'x', { param });
  expect(inRouteTerms(error, from)).toMatchObject({ param: expected });
  const failure = { kind: 'rejected' as const, message: 'x', param };
  expect(inRouteTerms(new ProviderError(failure), from)).toMatchObject({
    failure: { ...failure, param: expected },
  });
});

test('the words of a refusal are those of the route; everything else of it stays', () => {
  const error = new GatewayError('routing_error', 'No response_format with max_tokens 5.', {
    retryAfterSeconds: 3,
    detail: 'd',
    facts: { effective_max_tokens: '5' },
  });
  expect(inRouteTerms(error, from)).toMatchObject({
    code: 'routing_error',
    message: 'No text.format with max_output_tokens 5.',
    param: null,
    retryAfterSeconds: 3,
    detail: 'd',
    facts: { effective_max_tokens: '5' },
  });
});

test('other errors pass unchanged', () => {
  const error = new TypeError('x');
  expect(inRouteTerms(error, from)).toBe(error);
});
