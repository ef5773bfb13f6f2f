import type { ChatCompletion, ChatRequest } from '@tollgate/contract/chat';
import { WHO_PAYS } from '@tollgate/contract/who-pays';
import type { PaymentOutcome } from '@tollgate/contract/who-pays';
import { row } from '@tollgate/db/connect';
import { createDelivered } from '@tollgate/inference/dispatch/delivered';
import type { Delivered } from '@tollgate/inference/dispatch/delivered';
import type { Family, Endpoint } from '@tollgate/providers/adapter/adapter';
import { estimateInputTokens } from '@tollgate/providers/tokens/estimate';
import { familyById } from '@tollgate/providers/families';
import { decodeId } from '@tollgate/runtime/ids';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo, InvoiceLine } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { begin, clientOf, ended } from '../support/a-batch.ts';
import { aWav } from '../support/a-wav.ts';
import { HEARERS, VOICES, publishModels, setUpFamily } from '../support/family-set-up.ts';
import { contentsIn, openCall } from '../support/open-call.ts';
import { untilQuiet } from '../support/reported.ts';
import type { OpenCall } from '../support/open-call.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';
import { OPENAI_PROVIDERS, setUpProvider, PROVIDERS } from '../support/listed-providers.ts';
import type { ProviderSetup } from '../support/listed-providers.ts';

const START_MS = 240_000;
/** Nano-credits a token, as `setUpProvider` prices every model. */
const INPUT = 1_000n;
const OUTPUT = 4_000n;
const MAX_TOKENS = 200;
const VIDEOS = 'google/veo-3.1-generate-preview';
/** Frames that a provider sends before it pauses, stalls or is cut. */
const FRAMES = 8;
const ALL = [...OPENAI_PROVIDERS, ...PROVIDERS];

/** A family with a caller of its own, so that all families can play at once. */
interface Player extends ProviderSetup {
  /** As the tables have it. */
  userId: string;
  secret: string;
}

let demo: Demo;
let watch: MoneyWatch;
let players: Player[];
beforeAll(async () => {
  // A call as a whole may take 12 s, so that a whole answer that never comes is waited for no
  // longer.
  demo = await aDemo({
    timerScale: 0.1,
    env: { DRAINS_PER_OWNER_MAX: '1', UPSTREAM_TOTAL_SECONDS: '120' },
  });
  watch = await watchMoney(demo);
  players = [];
  for (const setup of ALL) players.push(await aPlayer(setup));
}, START_MS);
afterAll(async () => {
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

async function aPlayer(setup: ProviderSetup): Promise<Player> {
  await setUpProvider(demo, setup);
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', {
    email: `${setup.family}@tollgate.example`,
    password: 'a long enough password 4',
  });
  const { body: key } = await demo.platform<{ secret: string }>('POST', `/users/${user.id}/keys`, {
    name: 'who pays',
    mode: 'live',
  });
  const path = `/users/${user.id}/credit-grants`;
  expect((await demo.platform('POST', path, { amount: '10' })).status).toBe(201);
  return { ...setup, userId: decodeId('usr', user.id) ?? '', secret: key.secret };
}

/** What the cell says that the caller pays. */
interface Due {
  nano: bigint;
  source: 'provider' | 'estimated' | null;
  partial: boolean;
  /** Answers that were served in whole and are paid by the platform. */
  unbilled?: number;
}
const NOTHING: Due = { nano: 0n, source: null, partial: false };

interface Wallet {
  reserved_n: bigint;
  consumed_n: bigint;
}
async function walletOf({ userId }: Player): Promise<Wallet> {
  const found = await row<Wallet>(
    watch.owner,
    'select reserved_n, consumed_n from billing.wallet where user_id = :userId',
    { userId },
  );
  if (found === null) throw new Error('a player has no wallet');
  return found;
}
async function consumed(player: Player): Promise<bigint> {
  await untilQuiet(async () => (await walletOf(player)).reserved_n === 0n);
  return (await walletOf(player)).consumed_n;
}
async function consumedByAll(): Promise<bigint> {
  const each = await Promise.all(players.map(consumed));
  return each.reduce((sum, nano) => sum + nano, 0n);
}

const upstreamModel = ({ model }: ProviderSetup): string => model.slice(model.indexOf('/') + 1);

/** What the provider has of one player. */
async function invoiceOf(player: Player): Promise<InvoiceLine[]> {
  const lines = (await demo.invoice()) as (InvoiceLine & { model: string })[];
  return lines.filter(({ model }) => model === upstreamModel(player));
}

const asPlayer = ({ secret }: Player): Record<string, string> => ({
  authorization: `Bearer ${secret}`,
});

function requestTo({ model }: ProviderSetup, directive: string, more: object = {}): ChatRequest {
  const content = `[[provider: ${directive}]] What does it cost?`;
  const messages = [{ role: 'user' as const, content }];
  return { model, messages, max_tokens: MAX_TOKENS, ...more };
}

const ask = <Body = { error?: { code: string } }>(
  setup: Player,
  directive: string,
  given: { stream?: boolean; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> =>
  demo.v1<Body>(
    '/chat/completions',
    requestTo(setup, directive, given.stream === true ? { stream: true } : {}),
    { ...asPlayer(setup), ...given.headers },
  );

const stream = (setup: Player, directive: string): OpenCall =>
  openCall(demo, requestTo(setup, directive, { stream: true }), asPlayer(setup));

/** What the provider's invoice is worth, cached tokens aside: the tests ask for none. */
async function invoiced(player: Player): Promise<InvoiceLine> {
  const lines = await invoiceOf(player);
  const last = lines.at(-1);
  if (last === undefined) throw new Error('the provider was not called');
  expect(last.cached_tokens).toBe(0);
  return last;
}
const worth = ({ prompt_tokens: input, completion_tokens: output }: InvoiceLine): bigint =>
  BigInt(input) * INPUT + BigInt(output) * OUTPUT;

function targetOf(setup: ProviderSetup): { adapter: Family; target: Endpoint } {
  const { family, provider } = setup;
  const adapter = familyById(family);
  if (adapter === undefined) throw new Error(`no family ${family}`);
  const names = { family, provider: provider ?? family, upstreamModel: upstreamModel(setup) };
  return { adapter, target: { ...names, baseUrl: '' } };
}

/** The bound of a prompt, which stands in for its count. */
function boundOf(setup: ProviderSetup, directive: string): bigint {
  const { adapter, target } = targetOf(setup);
  const request = requestTo(setup, directive);
  return BigInt(estimateInputTokens(request, adapter.overhead(target)));
}

/** Our counts of what was delivered, whatever pieces it came in. */
function deliveredOf(setup: ProviderSetup, contents: readonly string[]): Delivered {
  const { adapter, target } = targetOf(setup);
  const delivered = createDelivered(adapter.overhead(target));
  delivered.take([{ index: 0, delta: { content: contents.join('') }, finish_reason: null }]);
  return delivered;
}
/** A likely count. */
const counted = (setup: ProviderSetup, contents: readonly string[]): bigint =>
  BigInt(deliveredOf(setup, contents).counted().output);
/** What a caller who leaves owes. */
const owed = (setup: ProviderSetup, contents: readonly string[]): bigint =>
  BigInt(deliveredOf(setup, contents).owed().output);

/** The prompt as far as the provider tells it before the end, else by its bound. */
async function promptOf(setup: Player, directive: string): Promise<bigint> {
  const reported = familyById(setup.family)?.reportsUsage === 'prompt_first';
  return reported ? BigInt((await invoiced(setup)).prompt_tokens) : boundOf(setup, directive);
}

/** What a stream that ended before its end is worth, by what the family tells about it. */
async function worthSoFar(
  setup: Player,
  directive: string,
  { text, count = counted }: { text: string; count?: typeof counted },
): Promise<Due> {
  const contents = contentsIn(text);
  expect(contents.length).toBeGreaterThan(0);
  const ours = count(setup, contents);
  if (familyById(setup.family)?.reportsUsage === 'with_each_piece') {
    const line = await invoiced(setup);
    if (ours <= line.completion_tokens) {
      return { nano: worth(line), source: 'provider', partial: true };
    }
    const prompt = BigInt(line.prompt_tokens) * INPUT;
    return { nano: prompt + ours * OUTPUT, source: 'estimated', partial: true };
  }
  const nano = (await promptOf(setup, directive)) * INPUT + ours * OUTPUT;
  return { nano, source: 'estimated', partial: true };
}

/**
 * Waits until the provider has sent the frames of the directive and the caller has read all of
 * them.
 */
async function readSoFar(player: Player, call: OpenCall): Promise<void> {
  await eventually(async () => {
    const line = await invoiced(player);
    return line.chunks_sent === FRAMES && contentsIn(call.text()).length === line.completion_tokens;
  }, 'the frames did not arrive');
}

async function nothingHeld(player: Player): Promise<void> {
  await eventually(
    async () => (await walletOf(player)).reserved_n === 0n,
    'something is still held',
  );
}

async function providerClosed(player: Player): Promise<InvoiceLine> {
  await eventually(
    async () => (await invoiced(player)).finished !== null,
    'the provider still serves',
  );
  return invoiced(player);
}

/** One row of the table, played with one family. Gives what the caller owes. */
type Scenario = (setup: Player) => Promise<Due>;

/** Rows that end the process are played with all families at once, below. */
type Stops =
  | 'crash'
  | 'crash_with_key'
  | 'left_at_shutdown'
  | `${'image' | 'speech' | 'transcription' | 'video' | 'batch'}_${string}`;

/** Whether its model may think without telling so far. */
const thinksUnseen = ({ family }: ProviderSetup): boolean => family === 'openai-compatible';

/** The whole hold of the last call that was charged. */
async function heldFor(setup: Player): Promise<Due> {
  await nothingHeld(setup);
  return { nano: (await lastHold(setup)).amount_n, source: 'estimated', partial: true };
}

const isDrained = ({ family }: ProviderSetup): boolean =>
  familyById(family)?.onDisconnect === 'drain';

const SCENARIOS: Record<Exclude<PaymentOutcome, Stops>, Scenario> = {
  async refused(setup) {
    const tooDear = await ask(setup, 'chunks=1', {
      headers: { 'x-svc-max-credits': '0.000000001' },
    });
    expect([tooDear.status, tooDear.body.error?.code]).toEqual([402, 'max_credits_exceeded']);
    const { status } = await demo.v1('/chat/completions', { model: setup.model }, asPlayer(setup));
    expect(status).toBe(400);
    expect(await invoiceOf(setup)).toEqual([]);
    return NOTHING;
  },
  async failed(setup) {
    expect((await ask(setup, 'status=500')).status).toBe(502);
    expect((await ask(setup, 'cut-before-first-byte', { stream: true })).status).toBe(502);
    return NOTHING;
  },
  async success(setup) {
    const whole = await ask(setup, 'chunks=12');
    expect(whole.status).toBe(200);
    let nano = worth(await providerClosed(setup));
    // The provider may have made far more than it shows, and count the prompt otherwise than we do.
    for (const directive of ['chunks=12', 'chunks=12; tokens input=40 output=150']) {
      const streamed = await ask<string>(setup, directive, { stream: true });
      expect(streamed.body).toMatch(/data: \[DONE\]\n\n$/);
      nano += worth(await providerClosed(setup));
    }
    expect(await providerClosed(setup)).toMatchObject({
      prompt_tokens: 40,
      completion_tokens: 150,
    });
    return { nano, source: 'provider', partial: false };
  },
  async overrun(setup) {
    const { status } = await ask(setup, 'tokens input=5000 output=12');
    expect(status).toBe(200);
    const { amount_n: held, cost_n: cost } = await lastHold(setup);
    expect(cost).toBeGreaterThan(3n * held);
    return { nano: 3n * held, source: 'provider', partial: false };
  },
  async implausible(setup) {
    const tooLong = 'chunks=12; tokens output=90000000';
    const whole = await ask<ChatCompletion>(setup, tooLong);
    expect(whole.status).toBe(200);
    const content = whole.body.choices[0]?.message.content ?? '';
    const tooLarge = 'chunks=12; tokens input=90000000';
    const { body } = await ask<string>(setup, tooLarge, { stream: true });
    expect(body).toMatch(/data: \[DONE\]\n\n$/);
    const prompts = boundOf(setup, tooLong) + boundOf(setup, tooLarge);
    const output = counted(setup, [content]) + counted(setup, contentsIn(body));
    return { nano: prompts * INPUT + output * OUTPUT, source: 'estimated', partial: false };
  },
  async left_before_sending(setup) {
    await demo.stack.kill('billing', 'SIGSTOP');
    const call = stream(setup, 'chunks=12');
    await pause(100);
    call.leave();
    // Longer than a busy machine needs to notice, shorter than billing is waited for.
    await pause(800);
    await demo.stack.kill('billing', 'SIGCONT');
    await call.ended;
    await nothingHeld(setup);
    expect(await invoiceOf(setup)).toEqual([]);
    return NOTHING;
  },
  async left_and_read(setup) {
    const isStream = isDrained(setup);
    const directive = isStream ? `chunks=12; pause after=${FRAMES} ms=800` : 'chunks=12; delay=800';
    const call = openCall(demo, requestTo(setup, directive, { stream: isStream }), asPlayer(setup));
    if (isStream) await readSoFar(setup, call);
    else await eventually(async () => (await invoiceOf(setup)).length === 1);
    call.leave();
    const line = await providerClosed(setup);
    expect(line.finished).toBe('whole');
    return { nano: worth(line), source: 'provider', partial: false };
  },
  async left_and_stopped(setup) {
    // Where answers are read to their end, the provider falls silent meanwhile.
    const directive = `chunks=12; stall after=${FRAMES}`;
    const call = stream(setup, directive);
    await readSoFar(setup, call);
    call.leave();
    const text = call.text();
    expect((await providerClosed(setup)).finished).toBe('client_gone');
    if (thinksUnseen(setup)) return heldFor(setup);
    return worthSoFar(setup, directive, { text, count: owed });
  },
  async left_before_content(setup) {
    if (isDrained(setup)) {
      // Read to its end as any other; that it ends by itself without content costs nothing.
      const call = stream(setup, 'chunks=12; delay=600');
      await eventually(async () => (await invoiceOf(setup)).length === 1);
      call.leave();
      const line = await providerClosed(setup);
      expect(line.finished).toBe('whole');
      return { nano: worth(line), source: 'provider', partial: false };
    }
    const directive = 'chunks=12; stall after=1';
    const early = familyById(setup.family)?.reportsUsage === 'prompt_first';
    const asked = early ? directive : 'stall-before-first-byte';
    const call = stream(setup, asked);
    await eventually(async () => (await invoiceOf(setup)).length === 1);
    if (early) await eventually(async () => (await invoiced(setup)).chunks_sent === 1);
    await pause(100);
    call.leave();
    expect((await providerClosed(setup)).finished).toBe('client_gone');
    expect(call.text()).toBe('');
    return { nano: (await promptOf(setup, asked)) * INPUT, source: 'estimated', partial: true };
  },
  async left_and_unread(setup) {
    // One answer more than may be read to its end. The one that is read falls silent and costs
    // nothing.
    const calls = [1, 2].map(() =>
      openCall(demo, requestTo(setup, 'stall-before-first-byte'), asPlayer(setup)),
    );
    await eventually(async () => (await invoiceOf(setup)).length === calls.length);
    for (const call of calls) call.leave();
    await nothingHeld(setup);
    return heldFor(setup);
  },
  async broke(setup) {
    const directive = `chunks=12; cut after=${FRAMES}`;
    const { status, body } = await ask<string>(setup, directive, { stream: true });
    expect(status).toBe(200);
    expect(body).toContain('upstream_stream_interrupted');
    expect(body).not.toContain('[DONE]');
    return worthSoFar(setup, directive, { text: body });
  },
  async error_only(setup) {
    const first = await ask(setup, 'error-first', { stream: true });
    const later = await ask(setup, `error after=${framesBeforeContent(setup)}`, { stream: true });
    for (const { status, body } of [first, later]) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.error?.code).toMatch(/^upstream_/);
    }
    // The provider counts an answer with its error at the beginning as served.
    return { ...NOTHING, unbilled: 1 };
  },
  async usage_missing(setup) {
    const directive = 'chunks=12; usage=none';
    const { body } = await ask<string>(setup, directive, { stream: true });
    expect(body).toMatch(/data: \[DONE\]\n\n$/);
    const nano = boundOf(setup, directive) * INPUT + counted(setup, contentsIn(body)) * OUTPUT;
    return { nano, source: 'estimated', partial: false };
  },
  async usage_zero(setup) {
    expect((await ask(setup, 'usage=zero')).status).toBe(200);
    return { nano: 0n, source: 'provider', partial: false, unbilled: 1 };
  },
  async repeat(setup) {
    const headers = { 'idempotency-key': `repeat-${setup.family}` };
    const first = await ask<object>(setup, 'chunks=12', { headers });
    const again = await Promise.all(
      [1, 2, 3].map(() => ask<object>(setup, 'chunks=12', { headers })),
    );
    for (const { body, headers: reported } of again) {
      expect(body).toEqual(first.body);
      expect(reported['x-idempotent-replay']).toBe('true');
    }
    expect(await invoiceOf(setup)).toHaveLength(1);
    return { nano: worth(await providerClosed(setup)), source: 'provider', partial: false };
  },
};

/** Frames of a stream that say only that an answer begins. */
function framesBeforeContent({ family }: ProviderSetup): number {
  const counts: Record<string, number> = { anthropic: 2, google: 0, ollama: 0 };
  return counts[family] ?? 1;
}

interface HoldRow {
  amount_n: bigint;
  cost_n: bigint | null;
  usage_source: string | null;
  partial: boolean;
}
async function lastHold({ userId }: Player): Promise<HoldRow> {
  const found = await row<HoldRow>(
    watch.owner,
    `select amount_n, cost_n, usage_source, partial from billing.reservation
     where user_id = :userId and state = 'settled' order by created_at desc limit 1`,
    { userId },
  );
  if (found === undefined || found === null) throw new Error('nothing was held');
  return found;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a player paid, and how the book has it. */
interface Cell {
  family: string;
  paid: bigint;
  hold: Pick<HoldRow, 'usage_source' | 'partial'> | null;
}

/** Plays a row with one family: what it should say, and what it says. */
async function playWith(
  player: Player,
  play: Scenario,
): Promise<{ due: Due; wanted: Cell; got: Cell }> {
  await nothingHeld(player);
  const before = await consumed(player);
  const due = await play(player);
  await nothingHeld(player);
  const paid = (await consumed(player)) - before;
  const { family } = player;
  if (due.source === null) {
    return {
      due,
      wanted: { family, paid: due.nano, hold: null },
      got: { family, paid, hold: null },
    };
  }
  const { usage_source, partial } = await lastHold(player);
  return {
    due,
    wanted: {
      family,
      paid: due.nano,
      hold: { usage_source: due.source, partial: due.partial },
    },
    got: { family, paid, hold: { usage_source, partial } },
  };
}

describe('who pays, by every family at once', () => {
  // Failures in a row would shut the credentials.
  afterEach(async () => {
    const answers = await Promise.all(players.map((player) => ask(player, 'chunks=1')));
    expect(answers.map(({ status }) => status)).toEqual(players.map(() => 200));
  });

  test.each(Object.entries(SCENARIOS))('%s', async (_outcome, play) => {
    await watch.begin();
    const played = await Promise.all(players.map((player) => playWith(player, play)));
    expect(played.map(({ got }) => got)).toEqual(played.map(({ wanted }) => wanted));
    const unbilled = played.reduce((sum, { due }) => sum + (due.unbilled ?? 0), 0);
    await watch.sound('who-pays', { unbilled, usageLies: true });
  });
});

describe('who pays when we break down', () => {
  test('left_at_shutdown: what was delivered is paid when our stop ends the reading', async () => {
    await watch.begin();
    const readers = players.filter(isDrained);
    await Promise.all(readers.map(nothingHeld));
    const before = await Promise.all(readers.map(consumed));
    const directive = `chunks=12; pings every=500 after=${FRAMES}`;
    const calls = readers.map((setup) => stream(setup, directive));
    for (const [index, call] of calls.entries()) await readSoFar(readers[index] as Player, call);
    const texts = calls.map((call) => call.text());
    for (const call of calls) call.leave();
    await pause(300);
    await demo.stack.kill('inference', 'SIGTERM');
    const wanted: Cell[] = [];
    const got: Cell[] = [];
    for (const [index, player] of readers.entries()) {
      await nothingHeld(player);
      const text = texts[index] ?? '';
      const due = await worthSoFar(player, directive, { text, count: owed });
      const { usage_source, partial } = await lastHold(player);
      const paid = (await consumed(player)) - (before[index] ?? 0n);
      const { family } = player;
      wanted.push({ family, paid: due.nano, hold: { usage_source: due.source, partial: true } });
      got.push({ family, paid, hold: { usage_source, partial } });
    }
    expect(got).toEqual(wanted);
    await demo.stack.ready();
    await watch.sound('who-pays');
  });

  test('crash: a call without a key costs nothing', async () => {
    await watch.begin();
    const before = await consumedByAll();
    const calls = players.map((setup) => stream(setup, 'stall-before-first-byte'));
    await eventually(async () => (await demo.invoice()).length === ALL.length);
    await demo.stack.kill('inference', 'SIGKILL');
    await Promise.all(calls.map(({ ended }) => ended));
    await demo.stack.ready();
    await watch.sound('who-pays');
    expect(await consumedByAll()).toBe(before);
  });

  test('crash_with_key: a call that is sent again under its key is paid once', async () => {
    await watch.begin();
    const before = await consumedByAll();
    const key = ({ family }: ProviderSetup) => ({ 'idempotency-key': `crash-${family}` });
    await demo.control({ behaviour: 'stall-before-first-byte', times: ALL.length });
    const calls = players.map((setup) =>
      openCall(demo, requestTo(setup, 'chunks=12'), { ...asPlayer(setup), ...key(setup) }),
    );
    await eventually(async () => (await demo.invoice()).length === ALL.length);
    await demo.stack.kill('inference', 'SIGKILL');
    await Promise.all(calls.map(({ ended }) => ended));
    await demo.stack.ready();
    for (const setup of players) {
      await eventually(async () => {
        const again = await ask(setup, 'chunks=12', { headers: key(setup) });
        return again.status === 200;
      }, `the call to ${setup.family} did not go through`);
    }
    const served = (await demo.invoice()).filter(({ finished }) => finished === 'whole');
    expect(served).toHaveLength(ALL.length);
    await watch.sound('who-pays');
    expect(await consumedByAll()).toBe(served.reduce((sum, line) => sum + worth(line), before));
  });
});

describe('FC09 a caller who presses Stop near the end of an answer in English', () => {
  /** The provider says it again and again, until it has sent so many frames as the answer has. */
  const SAID =
    'The harbour was quiet when the last ferry came in, and only two people stood on the pier to meet it. They talked about the weather, as people do who have known each other by sight for years, and then about the bridge.';
  const ANSWER_FRAMES = 187;
  const NEAR_THE_END = 180;
  /**
   * Characters a token of such an answer, which names its model, with the encoding `o200k_base`:
   * about 210 tokens.
   */
  const CHARACTERS_A_TOKEN: Record<string, number> = {
    openai: 4.27,
    anthropic: 4.21,
    ollama: 4.47,
  };

  const stopping = (): Player[] =>
    players.filter((setup) => !isDrained(setup) && !thinksUnseen(setup));

  async function outputOf({ userId }: Player): Promise<number> {
    const found = await row<{ output: number }>(
      watch.owner,
      `select cast(usage ->> 'output' as int) as output from billing.reservation
       where user_id = :userId and state = 'settled' order by created_at desc limit 1`,
      { userId },
    );
    return found?.output ?? 0;
  }

  test('pays what was delivered: between 0.95 and 1.3 times its honest count', async () => {
    await watch.begin();
    expect(stopping().length).toBeGreaterThanOrEqual(3);
    for (const setup of stopping()) {
      const content = `[[provider: chunks=${ANSWER_FRAMES}; stall after=${NEAR_THE_END}]] ${SAID}`;
      const messages = [{ role: 'user' as const, content }];
      const request = { model: setup.model, messages, max_tokens: 1_000, stream: true };
      const call = openCall(demo, request, asPlayer(setup));
      const isNearTheEnd = () => contentsIn(call.text()).length > NEAR_THE_END - 5;
      await eventually(isNearTheEnd, `${setup.family} sent too little`);
      call.leave();
      expect((await providerClosed(setup)).finished).toBe('client_gone');
      await nothingHeld(setup);
      const delivered = contentsIn(call.text()).join('');
      expect(delivered).toContain(SAID);
      const honest = delivered.length / (CHARACTERS_A_TOKEN[setup.family] ?? 0);
      const ratio = (await outputOf(setup)) / honest;
      const isFair = ratio >= 0.95 && ratio <= 1.3;
      expect([setup.family, isFair, ratio]).toEqual([setup.family, true, ratio]);
    }
    await watch.sound('who-pays');
  });
});

describe('who pays for videos', () => {
  /** Four seconds at the price that `publishModels` gives. */
  const QUOTED = 400_000_000n;

  /** What a video takes from the wallet of its caller, who does not ask for it. */
  async function paidFor(prompt: string, meanwhile?: () => Promise<void>): Promise<bigint> {
    const [player] = players as [Player];
    const before = await consumed(player);
    const asked = { model: VIDEOS, prompt, seconds: 4 };
    const { status } = await demo.v1('/videos', asked, asPlayer(player));
    expect(status).toBe(202);
    expect((await walletOf(player)).reserved_n).toBe(QUOTED);
    await meanwhile?.();
    await nothingHeld(player);
    return (await consumed(player)) - before;
  }

  beforeAll(() => publishModels(demo, 'google', [VIDEOS]), START_MS);
  beforeEach(() => watch.begin());

  test.each([
    ['A calm sea.', QUOTED],
    ['[video: seconds=6]', QUOTED],
    ['[video: short=1080]', QUOTED],
    ['[video: seconds=2]', QUOTED / 2n],
  ])('video_made: what was quoted, less where it came shorter: %s', async (prompt, paid) => {
    expect(await paidFor(prompt)).toBe(paid);
  });

  test.each(['filtered', 'error'])('video_failed: nothing, %s', async (course) => {
    expect(await paidFor(`[video: ${course}]`)).toBe(0n);
  });

  test('video_unknown: nothing', async () => {
    const path = ':predictLongRunning';
    await demo.control({ behaviour: 'stall-before-first-byte', times: 1, path });
    const isAsked = async () => ((await demo.invoice()) as InvoiceLine[]).length > 0;
    const paid = await paidFor('A calm sea.', async () => {
      await eventually(isAsked, 'the provider was not asked');
      await demo.stack.kill('worker', 'SIGKILL');
    });
    expect(paid).toBe(0n);
    await demo.calm();
  });
});

describe('who pays for images, speech and transcriptions', () => {
  const DRAWER = 'google/gemini-3-pro-image';
  const KOKORO = 'voices/kokoro-82m';
  const WHISPER = 'groq/whisper-large-v3';
  const LISTENER = 'hearers/gpt-4o-transcribe';
  /** Nano-credits of a character, and of ten seconds of audio, as `setUpFamily` prices. */
  const CHARACTER = 15_000n;
  const TEN_SECONDS = 1_000_000_000n;
  const FILE = `data:audio/wav;base64,${aWav(4).toString('base64')}`;

  async function paidFor(
    work: (headers: Record<string, string>) => Promise<void>,
  ): Promise<bigint> {
    const [player] = players as [Player];
    const before = await consumed(player);
    await work(asPlayer(player));
    await nothingHeld(player);
    return (await consumed(player)) - before;
  }

  beforeAll(async () => {
    await setUpFamily(demo, { ...VOICES, models: [KOKORO] });
    await setUpFamily(demo, { ...HEARERS, models: [WHISPER] });
    const hearers = { ...HEARERS, provider: 'hearers', path: '/openai/v1' };
    await setUpFamily(demo, { ...hearers, models: [LISTENER] });
    await publishModels(demo, 'google', [DRAWER]);
  }, START_MS);
  beforeEach(() => watch.begin());

  test.each([
    ['[image: filtered]', 400, 120n],
    ['[image: blocked]', 400, 0n],
    ['[image: filtered] [image: silent]', 400, null],
    ['[[provider: status=400]]', 400, null],
  ])('image_refused: what the provider counts, %s', async (words, status, reasoning) => {
    const body = { model: DRAWER, prompt: `a fox ${words}` };
    const paid = await paidFor(async (headers) => {
      expect((await demo.v1('/images/generations', body, headers)).status).toBe(status);
    });
    const [line] = ((await demo.invoice()) as InvoiceLine[]).slice(-1);
    const input = BigInt(line?.prompt_tokens ?? 0);
    expect(paid).toBe(reasoning === null ? 0n : input * INPUT + reasoning * OUTPUT);
  });

  test.each(['', '[[provider: cut after=2]]'])(
    'speech_by_character: all characters, %j',
    async (behaviour) => {
      const input = `${behaviour}A red fox sleeps in the snow.`;
      const body = { model: KOKORO, input, voice: 'x', stream_format: 'sse' };
      const paid = await paidFor(async (headers) => {
        await demo.v1('/audio/speech', body, headers);
      });
      expect(paid).toBe(BigInt(input.length) * CHARACTER);
    },
  );

  test.each(['transcriptions', 'translations'])(
    'transcription_by_second: the seconds that are billed at least, by %s',
    async (name) => {
      const paid = await paidFor(async (headers) => {
        const body = { model: WHISPER, file: FILE };
        expect((await demo.v1(`/audio/${name}`, body, headers)).status).toBe(200);
      });
      expect(paid).toBe(TEN_SECONDS);
    },
  );

  test('transcription_by_second: the same where the caller leaves once it was sent', async () => {
    const paid = await paidFor(async (headers) => {
      const body = { model: WHISPER, file: FILE, prompt: '[[provider: delay=500]]' };
      const call = openCall(demo, body, headers, '/audio/transcriptions');
      const isAsked = async () =>
        ((await demo.invoice()) as InvoiceLine[]).some(({ path }) =>
          path.endsWith('transcriptions'),
        );
      await eventually(isAsked, 'the provider was not asked');
      call.leave();
    });
    expect(paid).toBe(TEN_SECONDS);
  });

  test('transcription_broke: the audio and the text that came', async () => {
    const body = { model: LISTENER, file: FILE, stream: true, prompt: '[[provider: cut after=1]]' };
    const paid = await paidFor(async (headers) => {
      await demo.v1('/audio/transcriptions', body, headers);
    });
    expect(paid).toBeGreaterThan(0n);
    const whole = await paidFor(async (headers) => {
      await demo.v1('/audio/transcriptions', { ...body, prompt: undefined }, headers);
    });
    expect(paid).toBeLessThan(2n * whole);
  });
});

test('batch_line_answered, batch_line_unanswered: what was used, and nothing, by every family', async () => {
  await watch.begin();
  const prompt = 'chunks=12';
  const outcomes = await Promise.all(
    players.map(async (player): Promise<{ family: string; paid: bigint; due: bigint }> => {
      const before = await consumed(player);
      const lines = [prompt, 'status=400'].map((directive, index) => ({
        custom_id: `${index}`,
        method: 'POST',
        url: '/v1/chat/completions',
        body: requestTo(player, directive),
      }));
      const client = clientOf(demo, player.secret);
      const { id } = await begin(client, lines);
      const { batch, output, errors } = await ended(client, id);
      expect([output.length, errors.length, batch.status]).toEqual([1, 1, 'completed']);
      const paid = (await consumed(player)) - before;
      expect(BigInt(batch.cost.replace('.', ''))).toBe(paid);
      const served = (await invoiceOf(player)).filter(({ finished }) => finished === 'whole');
      return {
        family: player.family,
        paid,
        due: served.reduce((sum, one) => sum + worth(one), 0n),
      };
    }),
  );
  expect(outcomes.map(({ paid }) => paid)).toEqual(outcomes.map(({ due }) => due));
  expect(outcomes.every(({ paid }) => paid > 0n)).toBe(true);
  await watch.sound('who-pays');
});

test('every row of the table is played', () => {
  const played = [
    ...Object.keys(SCENARIOS),
    'crash',
    'crash_with_key',
    'left_at_shutdown',
    'image_refused',
    'speech_by_character',
    'transcription_by_second',
    'transcription_broke',
    'video_made',
    'video_failed',
    'video_unknown',
    'batch_line_answered',
    'batch_line_unanswered',
  ];
  expect(played.toSorted()).toEqual(Object.keys(WHO_PAYS).toSorted());
});
