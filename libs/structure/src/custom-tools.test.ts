import type { CustomFormat } from '@tollgate/contract/responses';
import { toConversation } from './conversation.ts';
import { customParameters, toArguments, toInput } from '@tollgate/contract/custom-tool';
import { callersTools, offeredTools } from './flat-tools.ts';
import { parseResponsesRequest } from './parse-responses.ts';

const PATCH = { type: 'custom' as const, name: 'apply_patch' };
const GRAMMAR = { type: 'grammar' as const, syntax: 'lark' as const, definition: 'start: "a"' };
const withFields = (fields: object): unknown => ({ model: 'm', input: 'hi', ...fields });

test.each(['', '*** Begin Patch\n"a"\\\n', '{"input":"x"}', 'é\u2028'])(
  'a text survives its way into arguments and back: %j',
  (text) => {
    expect(toInput(toArguments(text))).toBe(text);
  },
);

test.each(['', 'plain', '{"input":', '{"input":5}', '{"other":"x"}', 'null', '"x"', '[]'])(
  'arguments of another shape are the text themselves: %j',
  (given) => {
    expect(toInput(given)).toBe(given);
  },
);

test('a model is told of the grammar of a tool', () => {
  const reported = (format: CustomFormat) => JSON.stringify(customParameters({ ...PATCH, format }));
  expect(reported(GRAMMAR)).toMatch(/Lark grammar:\\nstart/u);
  expect(reported({ ...GRAMMAR, syntax: 'regex' })).toMatch('regular expression');
  expect(reported({ type: 'text' })).not.toMatch('match');
});

test('calls of custom tools and their outputs are calls of functions to a model', () => {
  const { input } = parseResponsesRequest(
    withFields({
      tools: [{ ...PATCH, format: GRAMMAR }],
      input: [
        { role: 'user', content: 'hi' },
        { type: 'custom_tool_call', id: 'ctc_1', call_id: 'a', name: 'apply_patch', input: 'a\n' },
        { type: 'custom_tool_call_output', call_id: 'a', output: 'done' },
      ],
    }),
  );
  expect(toConversation({ model: 'm', input }).messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'apply_patch', arguments: '{"input":"a\\n"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ]);
});

test('a model is told of the tools that the choice allows', () => {
  const request = parseResponsesRequest(
    withFields({
      tools: [{ type: 'function', name: 'f' }, PATCH, { type: 'function', name: 'g' }],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'required',
        tools: [{ type: 'function', name: 'g' }, PATCH],
      },
    }),
  );
  const offered = offeredTools(request).map(({ flatName, path }) => [flatName, path]);
  expect(offered).toEqual([
    ['apply_patch', 'tools[1]'],
    ['g', 'tools[2]'],
  ]);
  expect(callersTools(request)('apply_patch').type).toBe('custom');
});

test.each<[object, string]>([
  [{ ...PATCH, name: 'a b' }, 'tools[0].name'],
  [{ ...PATCH, parameters: {} }, 'tools[0].parameters'],
  [{ ...PATCH, format: { ...GRAMMAR, syntax: 'bnf' } }, 'tools[0].format.syntax'],
  [{ ...PATCH, format: { type: 'grammar' } }, 'tools[0].format.syntax'],
])('%j is refused and %s named', (tool, param) => {
  expect(() => parseResponsesRequest(withFields({ tools: [tool] }))).toThrow(
    expect.objectContaining({ param }),
  );
});
