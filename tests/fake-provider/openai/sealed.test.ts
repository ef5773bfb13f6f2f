import { probe } from '../probe.ts';
import { startFakeProvider } from '../server.ts';

type Item = Record<string, unknown>;

test('sealed reasoning goes back to the model that made it, and to no other', async () => {
  const provider = await startFakeProvider();
  try {
    const ask = async (model: string, input: object[]) => {
      const body = { model, input, store: false, include: INCLUDE, reasoning: EFFORT };
      const { status, text } = await probe(provider.url, { path: '/openai/v1/responses', body });
      return { status, body: JSON.parse(text) as Record<string, unknown> };
    };
    const asked = { role: 'user', content: 'Why?' };
    const first = await ask('gpt-5.2-codex', [asked]);
    expect(first.status).toBe(200);
    const history = [asked, ...(first.body['output'] as Item[]), { role: 'user', content: 'So?' }];
    expect((await ask('gpt-5.2-codex', history)).status).toBe(200);
    const other = await ask('gpt-5.1-codex', history);
    expect(other).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_encrypted_content' } },
    });
    const open = history.filter(({ type }: Item) => type !== 'reasoning');
    expect((await ask('gpt-5.1-codex', open)).status).toBe(200);
  } finally {
    await provider.stop();
  }
});

const INCLUDE = ['reasoning.encrypted_content'];
const EFFORT = { effort: 'medium' };
