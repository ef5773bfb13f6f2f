import type { ChatRequest } from '@tollgate/contract/chat';
import { openaiCompatible } from '../../openai-compatible/index.ts';

/** What goes out of an earlier answer that carries reasoning both as a text and as details. */
function sentBack(provider: string, details: object[]): Record<string, unknown> {
  const request: ChatRequest = {
    model: 'm',
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Yes.',
        reasoning_content: 'Hm.',
        extra_content: { [provider]: { reasoning_details: details } },
      },
      { role: 'user', content: 'So?' },
    ],
  };
  const baseUrl = 'https://api.example.com';
  const endpoint = { family: 'openai-compatible', provider, upstreamModel: 'm', baseUrl };
  const wire = openaiCompatible.chat?.toWire(request, endpoint, false) as {
    messages: Record<string, unknown>[];
  };
  return wire.messages[1] ?? {};
}

describe('reasoning of an earlier answer', () => {
  const plain = [{ type: 'reasoning.text', text: 'Hm.' }];
  const signed = [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig' }];
  const sealed = [{ type: 'reasoning.encrypted', data: 'abc' }];

  test('goes back as text to a provider of which nobody knows that details will do', () => {
    expect(sentBack('unknown', plain)).toMatchObject({
      reasoning_content: 'Hm.',
      reasoning_details: plain,
    });
  });

  test.each([
    ['text', signed],
    ['sealed', sealed],
  ])('goes back as details alone where they are signed: %s', (_kind, details) => {
    expect(sentBack('unknown', details)).not.toHaveProperty('reasoning_content');
    expect(sentBack('unknown', details)).toHaveProperty('reasoning_details', details);
  });

  test.each(['openrouter', 'vercel-gateway'])('goes back as details alone to %s', (provider) => {
    expect(sentBack(provider, plain)).not.toHaveProperty('reasoning');
    expect(sentBack(provider, plain)).toHaveProperty('reasoning_details', plain);
  });
});
