import { randomInt } from 'node:crypto';
import { familyById } from '@tollgate/providers/families';
import OpenAI from 'openai';
import type { ChatCompletionCreateParams } from 'openai/resources';
import { READERS } from '../providers/readers/readers.ts';
import type { RawAnswer, RawChoice } from '../providers/readers/reader.ts';
import { RECORDINGS, familyIdOf, hasRecordings, readRecordings } from '../providers/recordings.ts';
import type { Recording } from '../providers/recordings.ts';
import { randomFrom } from '../providers/replay.ts';
import { ownRecordings } from '../providers/traffic/own.ts';
import { isStream } from '../providers/traffic/replayer.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { startRecordedProvider } from '../support/recorded-provider.ts';
import type { RecordedProvider } from '../support/recorded-provider.ts';

/**
 * What providers answered, through the whole product: served at a port, asked for over HTTP, read
 * by the official client.
 */
const START_MS = 180_000;
const SEED_MAX = 4_294_967_295;
/** `SEED=<number>` cuts the streams as a run before did. */
const seed = Number(process.env['SEED'] ?? randomInt(SEED_MAX));
const random = randomFrom(seed);
const describeTraffic = hasRecordings ? describe : describe.skip;

/**
 * How a family is entered, and a model of it for what was recorded of one that it does not know.
 */
interface Entry {
  model: string;
  path: string;
  credential: Record<string, string>;
}

/** Names that lists of models keep. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/u;
const KEY = { api_key: 'a-key-of-the-test' };
const ENTRIES: Readonly<Record<string, Entry>> = {
  openai: { model: 'gpt-4o', path: '/v1', credential: KEY },
  'openai-compatible': { model: 'recorded', path: '/v1', credential: KEY },
  deepseek: { model: 'deepseek-chat', path: '', credential: KEY },
  anthropic: { model: 'claude-sonnet-4-5', path: '', credential: KEY },
  google: { model: 'gemini-2.5-flash', path: '/v1beta', credential: KEY },
  ollama: { model: 'qwen3:8b', path: '', credential: {} },
  bedrock: {
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    path: '',
    credential: {
      region: 'us-east-1',
      access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
      secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
    },
  },
};

/** Family and prefix of a recording's provider. A few prefixes belong to families of their own. */
function routeOf(recording: Recording): { family: string; provider: string } {
  const family = familyIdOf(recording) ?? '';
  if (family !== 'openai-compatible') return { family, provider: family };
  const { provider } = recording;
  if (provider === 'deepseek') return { family: provider, provider };
  return { family, provider: provider in ENTRIES ? `${provider}-like` : provider };
}

/**
 * The provider's own model, since what it can do decides how its tokens are told; of an unknown
 * provider any will do.
 */
function providerModelOf(recording: Recording): string {
  const { family } = routeOf(recording);
  const { model } = ENTRIES[family] as Entry;
  const reported = family === 'openai-compatible' ? null : recording.model;
  const draft = reported === null ? null : familyById(family)?.contract(reported);
  const isUsable = draft?.capability === 'chat' && draft.parameters['tools']?.supported === true;
  return isUsable && reported !== null && NAME.test(reported) ? reported : model;
}

function modelOf(recording: Recording): string {
  return `${routeOf(recording).provider}/${providerModelOf(recording)}`;
}

/** What a recording says, for one that is the answer of one alternative; else null. */
function answerIn(recording: Recording): RawAnswer | null {
  const reader = READERS[familyIdOf(recording) ?? ''];
  const isAnswer = recording.endpoint === 'chat' && recording.response.status === 200;
  if (reader === undefined || !isAnswer || reader.outOfScope?.(recording)) return null;
  const answer = reader.chat(recording);
  return answer.failed || answer.choices.size !== 1 ? null : answer;
}

/** The provider searched the web or ran code, which no request of this test asks for. */
function hasRunTools(recording: Recording): boolean {
  const { searches = 0, code = 0 } = answerIn(recording)?.usage ?? {};
  return searches + code > 0;
}

const own = ownRecordings().filter((recording) => answerIn(recording) !== null);
const all = hasRecordings ? readRecordings(RECORDINGS) : [];
const answers = all.filter((recording) => answerIn(recording) !== null);
const recorded = answers.filter((recording) => !hasRunTools(recording));
const withTools = answers.filter(hasRunTools);

let demo: Demo;
let recorder: RecordedProvider;
let client: OpenAI;

beforeAll(async () => {
  const served = [...own, ...recorded, ...withTools];
  recorder = await startRecordedProvider([...new Set(served.map(providerModelOf))], random);
  demo = await aDemo({ env: { ALLOWED_PRIVATE_UPSTREAMS: recorder.address } });
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  const byProvider = Map.groupBy(served, (recording) => routeOf(recording).provider);
  await Promise.all([...byProvider.values()].map(setUp));
}, START_MS);

afterAll(async () => {
  await recorder?.stop();
  await demo?.stack.drop();
}, START_MS);

/** One provider with the models that were recorded of it. */
async function setUp(recordings: readonly Recording[]): Promise<void> {
  const [first] = recordings as [Recording];
  const { family, provider } = routeOf(first);
  const { path, credential } = ENTRIES[family] as Entry;
  const prefix = family === 'openai-compatible' ? { provider } : {};
  const models = [...new Set(recordings.map(modelOf))];
  const { origin } = recorder;
  await setUpFamily(demo, { family, ...prefix, credential, path, origin, models });
}

/** What a client reads, in the words of the readers. */
interface Read {
  text: string;
  reasoning: string;
  calls: { name: string; args: string }[];
  finish: string | null;
  usage: OpenAI.CompletionUsage | undefined;
}

function requestFor(model: string, { calls }: RawChoice): ChatCompletionCreateParams {
  const names = [...new Set(calls.map(({ name }) => name))];
  const parameters = { type: 'object', properties: {} };
  return {
    model,
    messages: [{ role: 'user', content: 'Hello.' }],
    ...(names.length === 0
      ? {}
      : { tools: names.map((name) => ({ type: 'function', function: { name, parameters } })) }),
  };
}

async function readWhole(request: ChatCompletionCreateParams): Promise<Read> {
  const { choices, usage } = await client.chat.completions.create({ ...request, stream: false });
  const [choice] = choices;
  const message = choice?.message as OpenAI.ChatCompletionMessage & { reasoning_content?: string };
  const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function');
  return {
    text: message.content ?? '',
    reasoning: message.reasoning_content ?? '',
    calls: calls.map(({ function: made }) => ({ name: made.name, args: made.arguments })),
    finish: choice?.finish_reason ?? null,
    usage,
  };
}

async function readStream(request: ChatCompletionCreateParams): Promise<Read> {
  const read: Read = { text: '', reasoning: '', calls: [], finish: null, usage: undefined };
  const stream_options = { include_usage: true };
  const stream = await client.chat.completions.create({ ...request, stream: true, stream_options });
  for await (const { choices, usage } of stream) {
    read.usage = usage ?? read.usage;
    const [choice] = choices;
    if (choice === undefined) continue;
    const delta = choice.delta as typeof choice.delta & { reasoning_content?: string };
    read.text += delta.content ?? '';
    read.reasoning += delta.reasoning_content ?? '';
    read.finish = choice.finish_reason ?? read.finish;
    for (const { index, function: made } of delta.tool_calls ?? []) {
      const call = (read.calls[index] ??= { name: '', args: '' });
      call.name += made?.name ?? '';
      call.args += made?.arguments ?? '';
    }
  }
  return read;
}

async function expectAsRecorded(recording: Recording, model = modelOf(recording)): Promise<void> {
  const reported = answerIn(recording);
  const choice = reported?.choices.get(0);
  if (reported === null || choice === undefined) throw new TypeError('no answer was recorded');
  recorder.answerWith(recording);
  const request = requestFor(model, choice);
  // A provider may give a whole answer to who asks for a stream, and never the other way round.
  const ways = isStream(recording) ? [readStream] : [readWhole, readStream];
  for (const read of ways) {
    const { usage, ...rest } = await read(request);
    expect(rest).toEqual({
      text: choice.text,
      reasoning: choice.reasoning,
      calls: choice.calls.map(({ name, args }) => ({ name, args: argsAsSent(args) })),
      finish: choice.finish,
    });
    if (hasRunTools(recording)) expectEstimated(usage, reported.usage);
    else expectUsage(usage, reported.usage);
  }
}

/** Runs that nobody asked for are charged to nobody, nor are the tokens that they took. */
function expectEstimated(
  read: OpenAI.CompletionUsage | undefined,
  reported: RawAnswer['usage'],
): void {
  expect(read?.prompt_tokens).toBeGreaterThan(0);
  expect(read?.prompt_tokens).toBeLessThan(reported?.prompt ?? 0);
}

/** A caller reads an object where a provider wrote none. */
function argsAsSent(args: string): string {
  return args.trim() === 'null' ? '{}' : args;
}

/** Where the provider tells none it is an estimate. */
function expectUsage(read: OpenAI.CompletionUsage | undefined, reported: RawAnswer['usage']): void {
  expect(read?.total_tokens).toBe((read?.prompt_tokens ?? 0) + (read?.completion_tokens ?? 0));
  if (reported === null) return;
  expect({
    prompt: read?.prompt_tokens,
    completion: read?.completion_tokens,
    cached: read?.prompt_tokens_details?.cached_tokens ?? 0,
    reasoning:
      reported.reasoning === null ? null : (read?.completion_tokens_details?.reasoning_tokens ?? 0),
  }).toEqual({
    prompt: reported.prompt,
    completion: reported.completion,
    cached: reported.cacheRead,
    reasoning: reported.reasoning,
  });
}

const named = (list: readonly Recording[]) => list.map((one) => [one.id, one] as const);

describe('what we wrote down ourselves reaches a client as it was said', () => {
  it.each(named(own))('%s', async (_id, recording) => {
    await expectAsRecorded(recording);
  });
});

describeTraffic(`what was recorded reaches a client as it was said, seed ${seed}`, () => {
  it.each(named(recorded))('%s', async (_id, recording) => {
    await expectAsRecorded(recording);
  });
});

describeTraffic('what was recorded with searches that nobody asked for', () => {
  it.each(named(withTools))('%s', async (_id, recording) => {
    await expectAsRecorded(recording);
  });
});

it('an answer tells the counts of a kind that has no price, in a stream and as a whole alike', async () => {
  const thought = own.find(({ id }) => id === 'openai/reasoning');
  if (thought === undefined) throw new TypeError('no fixture holds reasoning');
  await expectAsRecorded(thought, 'openai/gpt-4o');
});

it('the replay leaves every rule of the ledger as it is', async () => {
  await expectLedgerHolds(demo);
});
