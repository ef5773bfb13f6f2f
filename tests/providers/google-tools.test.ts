import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import type { MappedAnswer, MappedEvent } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import type { Loose } from './readers/reader.ts';
import { RECORDINGS, hasRecordings, readRecordings } from './recordings.ts';
import type { Recording } from './recordings.ts';

/** Recordings are no part of the repository; without them these tests show as skipped. */
const testTraffic = hasRecordings ? test.each : test.skip.each;
const recorded = (hasRecordings ? readRecordings(RECORDINGS) : []).filter(
  ({ family, response }) => family === 'gemini' && response.status === 200,
);

const google = familyById('google');
const MODEL = 'gemini-2.5-flash';
const ENDPOINT = {
  family: 'google',
  provider: 'google',
  upstreamModel: MODEL,
  baseUrl: 'https://api.example.com/v1beta',
};

function repliesIn({ response: { sse = '' } }: Recording): Loose[] {
  const lines = sse.split(/\r?\n/u).filter((line) => line.startsWith('data:'));
  return lines.map((line) => JSON.parse(line.slice('data:'.length)) as Loose);
}

function eventsOf(replies: readonly object[], model = MODEL): MappedEvent[] {
  const mapper = google?.chat?.stream({ ...ENDPOINT, upstreamModel: model });
  if (mapper === undefined) throw new TypeError('no chat');
  const events = replies.flatMap((reply) =>
    mapper.push({ type: null, data: JSON.stringify(reply) }),
  );
  return [...events, ...mapper.end()];
}

function answerOf(events: readonly MappedEvent[]): MappedAnswer {
  const accumulator = createAnswerAccumulator();
  accumulator.push(events);
  return accumulator.answer();
}

const reply = (parts: object[], more: object = {}): object => ({
  candidates: [{ content: { parts, role: 'model' }, ...more }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2, totalTokenCount: 11 },
});
const code = (text: string): object => ({ executableCode: { language: 'PYTHON', code: text } });
const result = (outcome: string, output = ''): object => ({
  codeExecutionResult: { outcome, output },
});

testTraffic(recorded.filter(({ response: { sse } }) => sse?.includes('executableCode') === true))(
  'recorded $id: each run of code has its output, and its tokens are input',
  (recording) => {
    const replies = repliesIn(recording);
    const { searched, ran, usage } = answerOf(eventsOf(replies, recording.model ?? MODEL));
    const calls = (searched?.calls ?? []).filter(({ type }) => type === 'code_interpreter_call');
    const parts = replies.flatMap(({ candidates = [] }) =>
      (candidates as Loose[]).flatMap(({ content }) => (content?.parts ?? []) as Loose[]),
    );
    const written = parts.flatMap(({ executableCode: made }) => (made ? [made.code] : []));
    const printed = parts.flatMap(({ codeExecutionResult: made }) => (made ? [made.output] : []));
    expect(calls.map((call) => call['code'])).toEqual(written);
    expect(calls.flatMap(({ outputs }) => (outputs as Loose[]).map(({ logs }) => logs))).toEqual(
      printed,
    );
    expect([ran?.code_execution, usage?.code_execution]).toEqual([written.length, written.length]);
    const reported = (replies.at(-1) as Loose).usageMetadata;
    expect((usage?.input ?? 0) + (usage?.cache_read ?? 0)).toBe(
      reported.promptTokenCount + reported.toolUsePromptTokenCount,
    );
  },
);

testTraffic(
  recorded.filter(({ response: { sse } }) => sse?.includes('"webSearchQueries"') === true),
)('recorded $id: the search and its pages are shown once, at the end', (recording) => {
  const replies = repliesIn(recording);
  const answer = answerOf(eventsOf(replies, recording.model ?? MODEL));
  const metadata = (replies.at(-1) as Loose).candidates[0].groundingMetadata;
  const { calls = [], annotations = [] } = answer.searched ?? {};
  expect(calls.map((call) => (call['action'] as Loose).queries)).toEqual([
    metadata.webSearchQueries,
  ]);
  const text = answer.choices[0]?.message.content ?? '';
  for (const { start_index: from, end_index: to } of annotations as Loose[]) {
    const passages = (metadata.groundingSupports as Loose[]).map(({ segment }) => segment.text);
    expect(passages).toContain(text.slice(from, to));
  }
});

test.each([
  ['OUTCOME_OK', 'completed'],
  ['OUTCOME_FAILED', 'completed'],
  ['OUTCOME_DEADLINE_EXCEEDED', 'failed'],
])('code with %s is %s', (outcome, status) => {
  const { searched } = answerOf(
    eventsOf([reply([code('x'), result(outcome, 'y'), { text: 'z' }], { finishReason: 'STOP' })]),
  );
  expect(searched?.calls).toEqual([
    {
      type: 'code_interpreter_call',
      status,
      code: 'x',
      outputs: [{ type: 'logs', logs: 'y' }],
      outcome,
    },
  ]);
});

test('code that is cut off is incomplete, and shown with the images that came', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
  const { searched, choices } = answerOf(
    eventsOf([
      reply([code('one'), result('OUTCOME_OK'), image, code('two')], {
        finishReason: 'MAX_TOKENS',
      }),
    ]),
  );
  expect(searched?.calls.map(({ status, outputs }) => [status, outputs])).toEqual([
    [
      'completed',
      [
        { type: 'logs', logs: '' },
        { type: 'image', url: 'data:image/png;base64,AAAA' },
      ],
    ],
    ['incomplete', []],
  ]);
  const kept = choices[0]?.message.extra_content?.['google'] as Loose;
  expect(kept.parts).toEqual([code('one'), result('OUTCOME_OK'), code('two')]);
});

test('F11: an answer with endless runs of code is counted by what is held', () => {
  const runs = Array.from({ length: 500 }, (_, at) => code(String(at)));
  const { ran, usage, searched } = answerOf(
    eventsOf([reply([...runs, { text: 'x' }], { finishReason: 'STOP' })]),
  );
  expect([ran?.code_execution, usage?.code_execution]).toEqual([6, 6]);
  expect(searched?.calls.length).toBeLessThan(200);
});

test('pages are shown once, those that could not be had with their errors', () => {
  const page = (at: number, status: string): object => ({
    retrievedUrl: `https://example.com/${at}`,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
  });
  const urlMetadata = [page(0, 'SUCCESS'), page(1, 'PAYWALL'), page(2, 'UNSAFE')];
  const urlContextMetadata = { urlMetadata };
  const { ran, usage, searched } = answerOf(
    eventsOf([
      reply([{ text: 'a' }], { urlContextMetadata }),
      reply([{ text: 'b' }], { urlContextMetadata, finishReason: 'STOP' }),
    ]),
  );
  expect([ran, usage?.web_fetch]).toEqual([{ web_fetch: 1 }, 1]);
  expect(searched?.calls).toEqual([
    {
      type: 'web_fetch_call',
      status: 'completed',
      pages: [
        { url: 'https://example.com/0' },
        { url: 'https://example.com/1', error: 'url_not_accessible' },
        { url: 'https://example.com/2', error: 'url_not_allowed' },
      ],
    },
  ]);
  const many = Array.from({ length: 500 }, (_, at) => page(at, 'SUCCESS'));
  const endless = answerOf(
    eventsOf([
      reply([{ text: 'a' }], { urlContextMetadata: { urlMetadata: many }, finishReason: 'STOP' }),
    ]),
  );
  expect(endless.usage?.web_fetch).toBe(20);
});

test.each([
  ['gemini-2.0-flash', false],
  ['gemini-2.5-pro', true],
  ['gemini-3.8-flash', true],
  ['gemini-4-hydrogen', true],
  ['gemini-5-neon', false],
])('%s runs code: %s', (model, runs) => {
  const contract = google?.contract(model);
  expect(contract?.parameters['code_execution']).toEqual(
    runs ? { supported: true, values: ['responses', 'messages'] } : undefined,
  );
});
