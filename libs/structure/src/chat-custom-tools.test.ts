import type { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatRequest } from '@tollgate/contract/chat';
import { parseChatRequest } from './parse-chat.ts';

const USER = { role: 'user', content: 'hi' };
const grammar = { syntax: 'lark', definition: 'start: /.+/' };
const PATCH = {
  type: 'custom',
  custom: { name: 'patch', description: 'Edits.', format: { type: 'grammar', grammar } },
};
const FUNCTION = { type: 'function', function: { name: 'f' } };
const parse = (fields: object): ChatRequest =>
  parseChatRequest({ model: 'm', messages: [USER], ...fields });

function refusal(fields: object): { code: string; param: string | null; message: string } {
  try {
    parse(fields);
  } catch (error) {
    const { code, param, message } = error as GatewayError;
    return { code, param, message };
  }
  throw new Error('the request was taken');
}

test('a custom tool becomes a marked function, and its calls and choice those of the function', () => {
  const request = parse({
    messages: [
      USER,
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'patch', input: 'a "b"\n' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'done' },
    ],
    tools: [FUNCTION, PATCH, { type: 'custom', custom: { name: 'plain' } }],
    tool_choice: { type: 'custom', custom: { name: 'patch' } },
  });
  expect(request.tools?.slice(1)).toMatchObject([
    {
      type: 'function',
      function: { name: 'patch', description: 'Edits.', parameters: { required: ['input'] } },
      custom: { format: { type: 'grammar', ...grammar } },
    },
    { function: { name: 'plain' }, custom: { format: null } },
  ]);
  expect(request.tools?.[0]).toEqual(FUNCTION);
  expect(request.tool_choice).toEqual({ type: 'function', function: { name: 'patch' } });
  expect(request.messages[1]).toEqual({
    role: 'assistant',
    tool_calls: [
      {
        id: 'c',
        type: 'function',
        function: { name: 'patch', arguments: '{"input":"a \\"b\\"\\n"}' },
      },
    ],
  });
});

test('a choice may allow custom tools beside functions', () => {
  const allowed = {
    mode: 'required',
    tools: [{ type: 'custom', custom: { name: 'patch' } }],
  };
  const choice = { type: 'allowed_tools', allowed_tools: allowed };
  const request = parse({ tools: [FUNCTION, PATCH], tool_choice: choice });
  expect(request.tools?.map(({ function: { name } }) => name)).toEqual(['patch']);
  expect(request.tool_choice).toBe('required');
});

test.each<[object, string]>([
  [{ tools: [{ type: 'custom' }] }, 'tools[0].custom'],
  [{ tools: [{ type: 'custom', custom: { name: 'a b' } }] }, 'tools[0].custom.name'],
  [
    { tools: [{ type: 'custom', custom: { name: 'a', format: { type: 'grammar' } } }] },
    'tools[0].custom.format.grammar',
  ],
  [{ tools: [PATCH], tool_choice: { type: 'custom' } }, 'tool_choice.custom.name'],
  [{ tools: [PATCH], tool_choice: { type: 'custom', custom: { name: 'x' } } }, 'tool_choice'],
  [{ tools: [PATCH, { ...FUNCTION, function: { name: 'patch' } }] }, 'tools'],
  [{ tools: [{ type: 'web_search' }] }, 'tools[0].type'],
])('%j is refused by its name', (fields, param) => {
  expect(refusal(fields).param).toBe(param);
});
