import type { AssistantMessage, Message } from '@tollgate/contract/chat';
import type { Endpoint } from '../adapter/adapter.ts';
import { withoutForeignContent } from './signed-content.ts';

const ENDPOINT: Endpoint = {
  family: 'google',
  provider: 'google',
  upstreamModel: 'own',
  baseUrl: '',
};
const WAY = { family: { signsAs: () => 'google' }, endpoint: ENDPOINT };
const USER: Message = { role: 'user', content: 'x' };

function said(extra: Record<string, unknown>): AssistantMessage {
  return {
    role: 'assistant',
    content: 'text',
    extra_content: extra,
    tool_calls: [
      {
        id: 'c',
        type: 'function',
        function: { name: 'f', arguments: '{}' },
        extra_content: { google: { thought_signature: 's' } },
      },
    ],
  };
}

const RESULT: Message = { role: 'tool', tool_call_id: 'c', content: 'r' };
const FOREIGN = said({ anthropic: { model: 'other', content: [] } });

test('signed content of another family is left out of closed turns, and stays in an open loop', () => {
  const messages = [USER, FOREIGN, RESULT, USER, FOREIGN, RESULT];
  const fitted = withoutForeignContent({ messages }, WAY, 'closed');
  expect(fitted.leftOut).toEqual(['messages[1].extra_content']);
  expect(fitted.messages[1]).toEqual({
    role: 'assistant',
    content: 'text',
    tool_calls: FOREIGN.tool_calls,
  });
  expect(fitted.messages[4]).toBe(FOREIGN);
});

test('in an open loop it is left out where all of it is', () => {
  const fitted = withoutForeignContent({ messages: [USER, FOREIGN, RESULT] }, WAY, 'all');
  expect(fitted.leftOut).toEqual(['messages[1].extra_content']);
});

test('content of the exact model, and content that tells of no model, goes back', () => {
  const messages = [USER, said({ google: { model: 'own' }, demo: { a: 1 } }), RESULT, USER];
  expect(withoutForeignContent({ messages }, WAY, 'all')).toEqual({ messages, leftOut: [] });
});

test('another model of the family takes the signatures of the calls with it', () => {
  const messages = [USER, said({ google: { model: 'elder' } }), RESULT, USER];
  const [, answer] = withoutForeignContent({ messages }, WAY, 'closed').messages;
  expect(answer).not.toHaveProperty('extra_content');
  expect((answer as AssistantMessage).tool_calls?.[0]).not.toHaveProperty('extra_content');
});
