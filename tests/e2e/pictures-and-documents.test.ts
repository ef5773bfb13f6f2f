import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { ANTHROPIC, BEDROCK, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aPdf } from '../support/pdf.ts';

const START_MS = 240_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const GEMINI = 'google/gemini-2.5-flash';
const NOVA = 'bedrock/amazon.nova-lite-v1:0';
const SONNET = 'bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const GPT = 'openai/gpt-4o-mini';
const CODEX = 'openai/gpt-5.2-codex';
const SMALL = 'demo/demo-small';
const MODELS = [CLAUDE, GEMINI, NOVA, SONNET, GPT, CODEX, SMALL];
/** Models that read PDFs. */
const READERS = [CLAUDE, GEMINI, NOVA, SONNET, GPT, CODEX];

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PNG = `data:image/png;base64,${PIXEL}`;
const PDF = aPdf({ pages: 2, text: 'The answer is 42.' }).toString('base64');
const PDF_URL = `data:application/pdf;base64,${PDF}`;

interface Reply {
  error?: { code: string; message: string; param: string | null };
}

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  await setUpFamily(demo, {
    ...BEDROCK,
    models: [NOVA, SONNET],
  });
  await setUpFamily(demo, {
    ...OPENAI,
    models: [GPT, CODEX],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

/** What Codex sends behind `view_image`. */
const viewed = (output: object[]) => [
  { role: 'user', content: 'Look.' },
  { type: 'function_call', call_id: 'c1', name: 'view_image', arguments: '{}' },
  { type: 'custom_tool_call', call_id: 'c2', name: 'exec', input: 'ls' },
  { type: 'function_call_output', call_id: 'c1', output },
  { type: 'custom_tool_call_output', call_id: 'c2', output: 'x.png' },
];
/** What Claude Code sends behind `Read`. */
const read = (content: object[]) => [
  { role: 'user', content: 'Read.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content }] },
];
const called = (content: object[]) => [
  { role: 'user', content: 'Look.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content },
];
const BLOCK = {
  image: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
  pdf: { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } },
};
const CHAT_PART = {
  image: { type: 'image_url', image_url: { url: PNG } },
  pdf: { type: 'file', file: { filename: 'a.pdf', file_data: PDF_URL } },
};
const INPUT_PART = {
  image: { type: 'input_image', image_url: PNG, detail: 'high' },
  pdf: { type: 'input_file', filename: 'a.pdf', file_data: PDF_URL },
};

type What = 'image' | 'pdf';
const FUNCTION = { name: 'view_image', parameters: { type: 'object' } };
const ROUTES: Record<string, (model: string, what: What, more: object) => Promise<Answer<Reply>>> =
  {
    chat: (model, what, more) =>
      demo.v1('/chat/completions', {
        model,
        max_tokens: 50,
        messages: called([CHAT_PART[what]]),
        tools: [{ type: 'function', function: { ...FUNCTION, name: 'look' } }],
        ...more,
      }),
    responses: (model, what, more) =>
      demo.v1('/responses', {
        model,
        max_output_tokens: 50,
        input: viewed([{ type: 'input_text', text: 'Seen:' }, INPUT_PART[what]]),
        tools: [
          { type: 'function', ...FUNCTION },
          { type: 'custom', name: 'exec' },
        ],
        ...more,
      }),
    messages: (model, what, more) =>
      demo.v1('/messages', {
        model,
        max_tokens: 50,
        messages: read([BLOCK[what]]),
        tools: [{ name: 'Read', input_schema: { type: 'object' } }],
        ...more,
      }),
  };
const outcome = ({ status, body, headers }: Answer<Reply>) => [
  status,
  body.error?.message,
  headers['x-svc-ignored'],
];

const cases = Object.keys(ROUTES).flatMap((route) =>
  [false, true].map((stream) => ({ route, stream })),
);

describe.each(cases)('what a tool returned, over $route, stream $stream', ({ route, stream }) => {
  test.each(MODELS)('is a picture that %s looks at', async (model) => {
    await demo.clearInvoice();
    const answer = await ROUTES[route]?.(model, 'image', stream ? { stream } : {});
    expect(answer?.status).toBe(200);
    expect(JSON.stringify(answer?.body)).not.toMatch(/\\?"error\\?":\s*\{/u);
    expect(JSON.stringify(await demo.invoice())).toContain(PIXEL.slice(0, 60));
  });

  test.each(READERS)('is a document that %s reads', async (model) => {
    await demo.clearInvoice();
    const answer = await ROUTES[route]?.(model, 'pdf', stream ? { stream } : {});
    expect(answer?.status).toBe(200);
    expect(JSON.stringify(answer?.body)).not.toMatch(/\\?"error\\?":\s*\{/u);
    expect(JSON.stringify(await demo.invoice())).toContain(PDF.slice(0, 60));
  });
});

describe('a document', () => {
  const ask = (model: string, part: object): Promise<Answer<Reply>> =>
    demo.v1('/chat/completions', {
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: [part] }],
    });

  test('of a tool becomes a text for a model that takes none, and the answer names it', async () => {
    await demo.clearInvoice();
    const paths: Record<string, string> = {
      chat: 'messages[2].content[0]',
      responses: 'input[3].output[1]',
      messages: 'messages[2].content[0].content[0]',
    };
    for (const [route, path] of Object.entries(paths)) {
      const answer = await ROUTES[route]?.(SMALL, 'pdf', {});
      expect(answer && outcome(answer)).toEqual([200, undefined, expect.stringContaining(path)]);
    }
    expect(JSON.stringify(await demo.invoice())).not.toContain(PDF.slice(0, 60));
  });

  test('of a user is refused by its path where a model takes none, and costs nothing', async () => {
    await demo.clearInvoice();
    const { status, body } = await ask(SMALL, CHAT_PART.pdf);
    expect([status, body.error?.code, body.error?.param]).toEqual([
      400,
      'unsupported_parameter',
      'messages[0].content[0]',
    ]);
    expect(body.error?.message).toContain('document_input');
    expect(await demo.invoice()).toEqual([]);
  });

  test.each(MODELS)('of text is a text for %s', async (model) => {
    await demo.clearInvoice();
    const data = Buffer.from('# Notes').toString('base64');
    const file = { filename: 'notes.md', file_data: `data:text/markdown;base64,${data}` };
    expect(outcome(await ask(model, { type: 'file', file }))).toEqual([200, undefined, undefined]);
    expect(JSON.stringify(await demo.invoice())).toContain('# Notes');
  });

  test('is held by its pages, and one that nobody can count at the context', async () => {
    const held = async (bytes: Buffer): Promise<number> => {
      const file_data = `data:application/pdf;base64,${bytes.toString('base64')}`;
      const quote = await demo.v1<{ input_tokens: number }>('/chat/completions/quote', {
        model: CLAUDE,
        max_tokens: 50,
        messages: [{ role: 'user', content: [{ type: 'file', file: { file_data } }] }],
      });
      return quote.body.input_tokens;
    };
    const one = await held(aPdf());
    expect(await held(aPdf({ pages: 11, reported: 1 }))).toBeGreaterThan(one + 10 * 1_600);
    expect(await held(Buffer.from('%PDF-1.7 nothing'))).toBe(200_000);
  });
});

describe('an address', () => {
  const CHAT = (model: string, url: string): Promise<Answer<Reply>> =>
    demo.v1('/chat/completions', {
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    });
  const RESPONSES = (model: string, url: string): Promise<Answer<Reply>> => {
    const content = [{ type: 'input_file', file_url: url }];
    return demo.v1('/responses', {
      model,
      max_output_tokens: 50,
      input: [{ role: 'user', content }],
    });
  };
  const MESSAGES = (model: string, url: string): Promise<Answer<Reply>> => {
    const content = [{ type: 'image', source: { type: 'url', url } }];
    return demo.v1('/messages', { model, max_tokens: 50, messages: [{ role: 'user', content }] });
  };
  const PUBLIC = 'https://pictures.example.com/a.png';

  test.each([
    [CLAUDE, CHAT],
    [CLAUDE, MESSAGES],
    [CLAUDE, RESPONSES],
    [GPT, CHAT],
    [CODEX, CHAT],
    [CODEX, RESPONSES],
  ])('goes on to the provider of %s, which fetches it itself', async (model, ask) => {
    await demo.clearInvoice();
    const { status, body } = await ask(model, PUBLIC);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    expect(JSON.stringify(await demo.invoice())).toContain(PUBLIC);
  });

  test.each([
    [GEMINI, CHAT, 'messages[0].content[0]'],
    [SONNET, MESSAGES, 'messages[0].content[0]'],
    [SMALL, RESPONSES, 'input[0].content[0]'],
    [CLAUDE, CHAT, 'messages[0].content[0]'],
  ])('inside is refused by its path for %s, and nobody is asked', async (model, ask, param) => {
    await demo.clearInvoice();
    for (const url of ['https://10.0.0.1/a.png', 'http://127.0.0.1:1/a.png', 'https://billing/']) {
      const { status, body } = await ask(model, url);
      expect([status, body.error?.code, body.error?.param]).toEqual([
        400,
        'invalid_request',
        param,
      ]);
      expect(body.error?.message).toContain('only public https addresses');
    }
    expect(await demo.invoice()).toEqual([]);
  });
});

test('the ledger holds after all of it', async () => {
  await expectLedgerHolds(demo);
});
