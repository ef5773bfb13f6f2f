import type { Endpoint } from '../../adapter/adapter.ts';
import { ProviderError } from '../../adapter/adapter.ts';
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

describe('MiniMax refuses with status 200', () => {
  const kindOf = (base: object): string => {
    try {
      fromWireReply({ id: 'r', choices: null, base_resp: base }, TARGET, PLAIN_DIALECT);
    } catch (error) {
      return error instanceof ProviderError ? error.failure.kind : 'malformed';
    }
    return 'an answer';
  };

  it.each([
    [1002, 'rate_limited'],
    [1004, 'credential'],
    [1008, 'credential'],
    [1013, 'unavailable'],
    [1027, 'rejected'],
    [2013, 'rejected'],
    [0, 'malformed'],
  ])('%i is %s', (code, kind) => {
    expect(kindOf({ status_code: code, status_msg: 'words of the provider' })).toBe(kind);
  });
});
