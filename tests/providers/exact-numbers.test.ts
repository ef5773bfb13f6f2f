import type { ChatRequest } from '@tollgate/contract/chat';
import { parseExactJson } from '@tollgate/contract/exact-json';
import type { MappedAnswer, Endpoint } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';

/** An id of 64 bits and one beyond: as doubles both would be other numbers. */
const [ID, LONGER] = ['9007199254740993', '12345678901234567890'];
const GIVEN = `{"id":${ID},"list":[${LONGER}],"ratio":0.25}`;
const REQUEST = parseExactJson(`{
  "model": "m",
  "messages": [
    { "role": "user", "content": "look" },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        { "id": "call_1", "type": "function", "function": { "name": "look_up", "arguments": ${JSON.stringify(GIVEN)} } }
      ]
    },
    { "role": "tool", "tool_call_id": "call_1", "content": "found" }
  ],
  "tools": [
    {
      "type": "function",
      "function": {
        "name": "look_up",
        "parameters": { "type": "object", "properties": { "id": { "type": "integer", "enum": [${ID}, ${LONGER}] } } }
      }
    }
  ]
}`) as ChatRequest;

/** A whole reply of each wire that calls `look_up`. */
const REPLIES: Readonly<Record<string, [model: string, reply: string]>> = {
  openai: [
    'gpt-4o',
    `{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[
      {"id":"call_1","type":"function","function":{"name":"look_up","arguments":${JSON.stringify(GIVEN)}}}]}}]}`,
  ],
  'openai-compatible': [
    'any',
    `{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[
      {"id":"call_1","type":"function","function":{"name":"look_up","arguments":${GIVEN}}}]}}]}`,
  ],
  'openai-responses': [
    'gpt-5-codex',
    `{"status":"completed","output":[{"type":"function_call","call_id":"call_1","name":"look_up","arguments":${JSON.stringify(GIVEN)}}]}`,
  ],
  anthropic: [
    'claude-sonnet-4-5',
    `{"type":"message","role":"assistant","stop_reason":"tool_use","content":[{"type":"tool_use","id":"toolu_1","name":"look_up","input":${GIVEN}}]}`,
  ],
  google: [
    'gemini-2.5-flash',
    `{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"functionCall":{"name":"look_up","args":${GIVEN}}}]}}]}`,
  ],
  bedrock: [
    'amazon.nova-pro-v1:0',
    `{"stopReason":"tool_use","output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"t_1","name":"look_up","input":${GIVEN}}}]}}}`,
  ],
  ollama: [
    'llama3.3',
    `{"model":"llama3.3","created_at":"2026-11-26T00:00:00Z","done":true,"done_reason":"stop","message":{"role":"assistant","content":"","tool_calls":[
      {"function":{"name":"look_up","arguments":${GIVEN}}}]}}`,
  ],
};

describe.each(Object.entries(REPLIES))('%s keeps every digit', (id, [model, reply]) => {
  const family = familyById(id);
  const chat = family?.chat;
  if (family === undefined || chat === undefined) throw new Error(`no chat family ${id}`);
  const endpoint: Endpoint = {
    family: id,
    provider: family.provider ?? 'any',
    upstreamModel: model,
    baseUrl: 'https://api.example.com/v1',
  };

  test('of arguments and schemas towards the provider', () => {
    const sent = JSON.stringify(chat.toWire(REQUEST, endpoint, false)).replaceAll('\\"', '"');
    for (const number of [ID, LONGER]) {
      const found = sent.split(number).length - 1;
      expect([number, found]).toEqual([number, 2]);
    }
  });

  test('of arguments towards the caller', () => {
    const answer: MappedAnswer = chat.fromWire(parseExactJson(reply), endpoint);
    const [call] = answer.choices[0]?.message.tool_calls ?? [];
    expect(call?.function.arguments).toBe(GIVEN);
  });
});

test('numbers that a double holds, fractions and texts stay what they are', () => {
  const text =
    '{"a":9007199254740991,"b":-0.12345678901234567,"c":"12345678901234567890","d":1e400}';
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});
