import type { Endpoint } from '../../adapter/adapter.ts';
import { PLAIN_DIALECT } from './dialect.ts';
import { fromWireReply } from './response.ts';

const TARGET: Endpoint = {
  family: 'openai-compatible',
  provider: 'demo',
  upstreamModel: 'm',
  baseUrl: 'https://api.example.com/v1',
};

function finishOf(message: object, reason: object): unknown {
  const reply = { choices: [{ index: 0, message, ...reason }] };
  return fromWireReply(reply, TARGET, PLAIN_DIALECT).choices[0]?.finish_reason;
}

describe('a whole document is over, whether it says why or not', () => {
  it.each([{}, { finish_reason: null }])('%j', (reason) => {
    expect(finishOf({ content: 'x' }, reason)).toBe('stop');
    const call = { id: 'c', function: { name: 'f', arguments: '{}' } };
    expect(finishOf({ content: null, tool_calls: [call] }, reason)).toBe('tool_calls');
  });
});
