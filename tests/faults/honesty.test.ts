/**
 * Every way in which a caller can behave, against every way in which a provider can: nobody pays
 * less than who reads to the end does for the same, or than what the provider bills. Each cell says
 * by which rule it is charged. `make test` plays every pair of player, caller and provider in one
 * cell at least, and every cell whose rule stands here; `make test-faults` plays all cells.
 */
import { connect } from 'node:net';
import { row } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import { aDemo } from '../support/demo.ts';
import type { Demo, InvoiceLine } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, GOOGLE } from '../support/family-set-up.ts';
import { contentsIn, openCall } from '../support/open-call.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';
import { OPENAI_PROVIDERS, setUpProvider } from '../support/listed-providers.ts';
import type { ProviderSetup } from '../support/listed-providers.ts';

const START_MS = 600_000;
const TABLE_MS = 600_000;
/** Nano-credits a token, as every model is priced; reasoning costs what output does. */
const INPUT = 1_000n;
const OUTPUT = 4_000n;
const MAX_TOKENS = 2_000;
/** Frames with content that a caller reads before leaving. */
const WANTED = 2;

/** A model with a user of its own. */
interface Player extends ProviderSetup {
  name: string;
  /** Behind `/v1`; chat unless it says otherwise. */
  route?: '/responses' | '/messages' | '/embeddings';
  /** Goes into each request. */
  more: object;
  /** Goes into each order to the provider. */
  thinks: string;
  /** Frames of an answer after which the wanted words are there, and more are to come. */
  frames: number;
  userId: string;
  secret: string;
}

/**
 * What the provider does; streams are slow enough to be left half-way, and one that breaks leaves a
 * caller on a busy machine time to leave before.
 */
const PROVIDERS = {
  answers: 'chunks=12; chunk-delay=25',
  drips: 'chunks=12; chunk-delay=150',
  breaks: 'chunks=12; chunk-delay=150; cut after=FRAMES',
  'says nothing more': 'chunks=12; chunk-delay=25; stall after=FRAMES',
  'reports late': 'chunks=12; chunk-delay=25; usage=after-done',
  'reports too much': 'chunks=12; chunk-delay=25; usage=larger factor=2',
  'does not report': 'chunks=12; chunk-delay=25; usage=none',
  fails: 'status=500',
} as const;

/** What the provider does where answers come as a whole. */
const WHOLE_PROVIDERS = {
  answers: 'delay=250',
  'breaks in the body': 'delay=250; cut',
  'breaks before the body': 'delay=250; cut-before-first-byte',
  'says nothing more': 'stall',
  'reports too much': 'delay=250; usage=larger factor=2',
  'does not report': 'delay=250; usage=none',
  fails: 'delay=250; status=500',
} as const;

/** What the caller does with one request. Resolves once the caller has no part in it any more. */
type Caller = (player: Player, directive: string) => Promise<void>;

const WHOLE_CALLERS = {
  async 'reads a whole answer'(player, directive) {
    await openWhole(player, directive).ended;
  },
  async 'half-closes for a whole answer'(player, directive) {
    await halfClosed(player, requestTo(player, directive, false));
  },
  async 'leaves a whole answer'(player, directive) {
    await leaveOnceAsked(player, directive);
  },
  async 'stops reading a whole answer'(player, directive) {
    const call = openWhole(player, directive);
    call.pause();
    await pause(400);
    call.leave();
  },
  async 'leaves a whole answer under a key and asks again'(player, directive) {
    const key = keyOf(player, `whole ${directive}`);
    await leaveOnceAsked(player, directive, key);
    await nothingHeld(player);
    await openWhole(player, directive, key).ended;
  },
} satisfies Record<string, Caller>;

const CALLERS = {
  async reads(player, directive) {
    await open(player, directive).ended;
  },
  async 'reads later'(player, directive) {
    const call = open(player, directive);
    call.pause();
    await pause(400);
    call.leave();
  },
  async 'half-closes'(player, directive) {
    await halfClosed(player, requestTo(player, directive));
  },
  async 'leaves before content'(player, directive) {
    const calls = (await linesOf(player)).length;
    const call = open(player, directive);
    await eventually(async () => (await linesOf(player)).length > calls);
    call.leave();
  },
  async 'leaves after content'(player, directive) {
    await leaveWhenWanted(open(player, directive));
  },
  'reads a whole answer': WHOLE_CALLERS['reads a whole answer'],
  'leaves a whole answer': WHOLE_CALLERS['leaves a whole answer'],
  async 'leaves under a key and asks again'(player, directive) {
    const key = keyOf(player, directive);
    await leaveWhenWanted(open(player, directive, key));
    await nothingHeld(player);
    await open(player, directive, key).ended;
  },
} satisfies Record<string, Caller>;

let demo: Demo;
let watch: MoneyWatch;
let players: Player[];
let wholePlayers: Player[];
beforeAll(async () => {
  // A call as a whole may take 9 s, so that a whole answer that never comes is waited for no
  // longer.
  demo = await aDemo({
    timerScale: 0.1,
    env: { RESPONSES_STREAMING: 'true', UPSTREAM_TOTAL_SECONDS: '90' },
  });
  watch = await watchMoney(demo);
  const [openai, compatible] = OPENAI_PROVIDERS;
  if (openai === undefined || compatible === undefined) throw new Error('two providers are played');
  const thinker = { ...ANTHROPIC, model: 'anthropic/claude-sonnet-4-5' };
  players = [
    await aPlayer(openai, { name: 'stopped', more: {}, thinks: '', frames: 10 }),
    await aPlayer(compatible, { name: 'read on', more: {}, thinks: '', frames: 10 }),
    await aPlayer(thinker, {
      name: 'thinks',
      more: { reasoning_effort: 'low' },
      thinks: 'reasoning=6; ',
      frames: 17,
    }),
    // Most of what is billed comes to light with the last counts only.
    await aPlayer(
      { ...GOOGLE, model: 'google/gemini-2.5-flash' },
      { name: 'hides', more: {}, thinks: 'tokens output=600 reasoning=580; ', frames: 9 },
    ),
    await aPlayer(
      {
        ...compatible,
        provider: 'events',
        credential: { api_key: 'compatible-two' },
        model: 'events/demo-large',
      },
      { name: 'told in events', route: '/responses', more: {}, thinks: '', frames: 10 },
    ),
    await aPlayer(
      {
        ...compatible,
        provider: 'blocks',
        credential: { api_key: 'compatible-three' },
        model: 'blocks/demo-large',
      },
      { name: 'told in blocks', route: '/messages', more: {}, thinks: '', frames: 10 },
    ),
  ];
  const plain = { more: {}, thinks: '', frames: 0 };
  const vectors = { ...compatible, provider: 'vectors', model: 'vectors/demo-embed' };
  const items = { ...compatible, provider: 'items', model: 'items/demo-large' };
  const turns = {
    ...compatible,
    provider: 'turns',
    credential: { api_key: 'compatible-four' },
    model: 'turns/demo-large',
  };
  wholePlayers = [
    await aPlayer(items, { ...plain, name: 'items', route: '/responses' }),
    await aPlayer(turns, { ...plain, name: 'turns', route: '/messages' }),
    await aPlayer(vectors, { ...plain, name: 'vectors', route: '/embeddings' }),
  ];
}, START_MS);
afterAll(async () => {
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

async function aPlayer(
  setup: ProviderSetup,
  about: Pick<Player, 'name' | 'more' | 'thinks' | 'frames' | 'route'>,
): Promise<Player> {
  await setUpProvider(demo, setup);
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', {
    email: `${setup.provider ?? setup.family}@tollgate.example`,
    password: 'a long enough password 4',
  });
  const { body: key } = await demo.platform<{ secret: string }>('POST', `/users/${user.id}/keys`, {
    name: 'honesty',
    mode: 'live',
  });
  const path = `/users/${user.id}/credit-grants`;
  expect((await demo.platform('POST', path, { amount: '10' })).status).toBe(201);
  return { ...setup, ...about, userId: decodeId('usr', user.id) ?? '', secret: key.secret };
}

const asPlayer = ({ secret }: Player): Record<string, string> => ({
  authorization: `Bearer ${secret}`,
});

function requestTo(player: Player, directive: string, stream = true): object {
  const content = `[[provider: ${player.thinks}${directive}]] What does it cost?`;
  const messages = [{ role: 'user' as const, content }];
  const { model, more, route } = player;
  if (route === '/embeddings') return { model, input: content };
  const streamed = stream ? { stream } : {};
  if (route === '/responses') {
    return { model, input: content, max_output_tokens: MAX_TOKENS, ...streamed };
  }
  return { model, messages, max_tokens: MAX_TOKENS, ...streamed, ...more };
}

const open = (
  player: Player,
  directive: string,
  headers: Record<string, string> = {},
): ReturnType<typeof openCall> =>
  openCall(demo, requestTo(player, directive), { ...asPlayer(player), ...headers }, player.route);

const keyOf = ({ name }: Player, directive: string): Record<string, string> => ({
  'idempotency-key': encodeURIComponent(`${name} ${directive}`),
});

const openWhole = (
  player: Player,
  directive: string,
  headers: Record<string, string> = {},
): ReturnType<typeof openCall> =>
  openCall(
    demo,
    requestTo(player, directive, false),
    { ...asPlayer(player), ...headers },
    player.route,
  );

/** Leaves once the provider has been asked. */
async function leaveOnceAsked(
  player: Player,
  directive: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const calls = (await linesOf(player)).length;
  const call = openWhole(player, directive, headers);
  await eventually(async () => (await linesOf(player)).length > calls);
  call.leave();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Leaves once the wanted words are there, or the answer has ended without them. */
async function leaveWhenWanted(call: ReturnType<typeof openCall>): Promise<void> {
  let isOver = false;
  void call.ended.then(() => (isOver = true));
  await eventually(() => isOver || contentsIn(whole(call.text())).length >= WANTED);
  call.leave();
}
const whole = (text: string): string => text.slice(0, text.lastIndexOf('\n\n') + 2);

/** Sends a request, says that nothing follows, and reads on. */
function halfClosed(player: Player, asked: object): Promise<void> {
  const url = new URL(`${demo.env.TOLLGATE_BASE_URL}${player.route ?? '/chat/completions'}`);
  const body = JSON.stringify(asked);
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    `authorization: Bearer ${player.secret}`,
    'content-type: application/json',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), allowHalfOpen: true });
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.resume();
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
    socket.once('end', () => socket.destroy());
  });
}

async function walletOf({ userId }: Player): Promise<{ reserved_n: bigint; consumed_n: bigint }> {
  const found = await row<{ reserved_n: bigint; consumed_n: bigint }>(
    watch.owner,
    'select reserved_n, consumed_n from billing.wallet where user_id = :userId',
    { userId },
  );
  if (found === null) throw new Error('a player has no wallet');
  return found;
}

async function nothingHeld(player: Player): Promise<void> {
  await eventually(
    async () => (await walletOf(player)).reserved_n === 0n,
    'something is still held',
  );
}

/** What a cell came to, in nano-credits. */
interface Cell {
  paid: bigint;
  /** What the provider bills for all that it made of it. */
  invoiced: bigint;
  /** By which rule the last hold was closed. */
  rule: string;
}

/** What the provider has of one player. */
async function linesOf({ model: name, credential }: Player): Promise<InvoiceLine[]> {
  const keyEnd = credential['api_key']?.slice(-4);
  const lines = (await demo.invoice()) as (InvoiceLine & { model: string })[];
  return lines.filter(
    (line) => line.model === name.slice(name.indexOf('/') + 1) && line.credential === keyEnd,
  );
}

async function play(player: Player, caller: Caller, directive: string): Promise<Cell> {
  await nothingHeld(player);
  const before = await walletOf(player);
  const known = (await linesOf(player)).length;
  await caller(player, directive.replace('FRAMES', String(player.frames)));
  const lines = async (): Promise<InvoiceLine[]> => (await linesOf(player)).slice(known);
  await eventually(async () => {
    const asked = await lines();
    return asked.length > 0 && asked.every(({ finished }) => finished !== null);
  }, 'the provider was not asked, or has not ended');
  await nothingHeld(player);
  const billed = (await lines()).map(
    ({ prompt_tokens: input, completion_tokens: output }) =>
      BigInt(input) * INPUT + BigInt(output) * OUTPUT,
  );
  const paid = (await walletOf(player)).consumed_n - before.consumed_n;
  const invoiced = billed.reduce((sum, nano) => sum + nano, 0n);
  return { paid, invoiced, rule: await ruleOf(player) };
}

interface Closed {
  state: string;
  usage_source: string | null;
  partial: boolean | null;
  is_whole: boolean;
}

/**
 * `hold`: all that was held; `counted`: the provider's counts; `delivered`: ours of what had come;
 * `nothing`.
 */
async function ruleOf({ userId }: Player): Promise<string> {
  const found = await row<Closed>(
    watch.owner,
    `select state, usage_source, partial, coalesce(charged_n = amount_n, false) as is_whole
     from billing.reservation where user_id = :userId order by created_at desc limit 1`,
    { userId },
  );
  if (found === null || found.state !== 'settled') return 'nothing';
  if (found.usage_source === 'provider') return 'counted';
  return found.is_whole ? 'hold' : 'delivered';
}

/** The rules that may hold for who leaves, where it is not chance what had come by then. */
const RULES: Partial<Record<string, string>> = {
  'stopped | leaves after content | answers': 'delivered',
  'stopped | leaves after content | says nothing more': 'delivered',
  'stopped | leaves before content | answers': 'delivered',
  'stopped | leaves a whole answer | answers': 'counted',
  'stopped | leaves under a key and asks again | answers': 'counted',
  'read on | leaves after content | answers': 'counted',
  'read on | leaves after content | breaks': 'hold',
  'read on | leaves after content | says nothing more': 'hold',
  'read on | leaves before content | fails': 'nothing',
  'told in events | leaves after content | answers': 'counted',
  'told in blocks | leaves after content | answers': 'counted',
  'told in events | leaves after content | breaks': 'hold',
  'told in blocks | leaves after content | breaks': 'hold',
  'told in events | leaves before content | fails': 'nothing',
  'told in blocks | leaves before content | fails': 'nothing',
  'told in events | leaves under a key and asks again | answers': 'counted',
  'told in blocks | leaves under a key and asks again | answers': 'counted',
  'hides | leaves after content | answers': 'counted',
  'hides | leaves after content | drips': 'counted',
  'hides | leaves before content | answers': 'counted',
  'thinks | leaves after content | answers': 'counted',
  'thinks | leaves after content | drips': 'counted',
  'thinks | leaves after content | breaks': 'hold',
  'thinks | leaves after content | says nothing more': 'hold',
  'thinks | leaves before content | does not report': 'delivered',
  'read on | leaves after content | does not report': 'delivered',
  'thinks | leaves under a key and asks again | answers': 'counted',
};

/**
 * An answer that never came costs nothing, whoever left; of one that came without counts, vectors
 * are charged the hold.
 */
const WHOLE_RULES: Partial<Record<string, string>> = {
  'items | leaves a whole answer | answers': 'counted',
  'turns | leaves a whole answer | answers': 'counted',
  'vectors | leaves a whole answer | answers': 'counted',
  'items | stops reading a whole answer | answers': 'counted',
  'turns | stops reading a whole answer | answers': 'counted',
  'items | leaves a whole answer under a key and asks again | answers': 'counted',
  'turns | leaves a whole answer under a key and asks again | answers': 'counted',
  'vectors | leaves a whole answer under a key and asks again | answers': 'counted',
  'items | leaves a whole answer | breaks in the body': 'nothing',
  'turns | leaves a whole answer | breaks in the body': 'nothing',
  'vectors | leaves a whole answer | says nothing more': 'nothing',
  'items | leaves a whole answer | does not report': 'delivered',
  'turns | leaves a whole answer | does not report': 'delivered',
  'vectors | leaves a whole answer | does not report': 'hold',
};

test(
  'no cell is cheaper than reading to the end, or than what the provider bills',
  async () => {
    await watch.begin();
    const tables = [
      playTable({ players, callers: CALLERS, providers: PROVIDERS }),
      playTable({
        players: wholePlayers,
        callers: WHOLE_CALLERS,
        providers: WHOLE_PROVIDERS,
      }),
    ];
    const [streams, wholes] = await Promise.all(tables);
    expect([streams?.cheap, wholes?.cheap]).toEqual([[], []]);
    expect(streams?.reported).toMatchObject(RULES);
    expect(wholes?.reported).toMatchObject(WHOLE_RULES);
    await watch.sound('honesty', { unbilled: Number.MAX_SAFE_INTEGER, usageLies: true });
  },
  TABLE_MS,
);

interface Table {
  players: readonly Player[];
  callers: Readonly<Record<string, Caller>>;
  providers: Readonly<Record<string, string>>;
}

/**
 * What the cells of a table came to: the rule of each, and those that are cheaper than they may be.
 */
interface Verdict {
  reported: Record<string, string>;
  cheap: string[];
}

const EVERY_CELL = process.env['TOLLGATE_FAULTS'] === 'full';
/** What others are compared with, where one of them is played. */
const HONEST = { stream: 'reads', whole: 'reads a whole answer' } as const;
const kindOf = (caller: string): keyof typeof HONEST =>
  caller.includes('a whole answer') ? 'whole' : 'stream';

/**
 * The callers of one player and one provider, by the numbers of both: over all numbers each pair of
 * two meets once or more.
 */
function callersOf(
  { players: all, callers, providers }: Table,
  { player, provider }: { player: Player; provider: string },
): [string, Caller][] {
  const every = Object.entries(callers);
  if (EVERY_CELL) return every;
  const shift = all.indexOf(player) + Object.keys(providers).indexOf(provider);
  const isPaired = (index: number): boolean => (index + shift) % all.length === 0;
  const isRuled = (name: string): boolean => {
    const title = titleOf(player, name, provider);
    return (RULES[title] ?? WHOLE_RULES[title]) !== undefined;
  };
  const chosen = every.filter(([name], index) => isPaired(index) || isRuled(name));
  const compared = new Set<string>(chosen.map(([name]) => HONEST[kindOf(name)]));
  return every.filter((one) => chosen.includes(one) || compared.has(one[0]));
}

const titleOf = ({ name }: Player, caller: string, provider: string): string =>
  `${name} | ${caller} | ${provider}`;

async function playTable(table: Table): Promise<Verdict> {
  const verdict: Verdict = { reported: {}, cheap: [] };
  for (const [provider, directive] of Object.entries(table.providers)) {
    const column = async (player: Player): Promise<void> => {
      const callers = callersOf(table, { player, provider });
      await playColumn(player, { callers, provider: [provider, directive] }, verdict);
    };
    await Promise.all(table.players.map(column));
  }
  return verdict;
}

async function playColumn(
  player: Player,
  {
    callers,
    provider: [provider, directive],
  }: { callers: readonly [string, Caller][]; provider: [string, string] },
  { reported, cheap }: Verdict,
): Promise<void> {
  const honest = { stream: -1n, whole: -1n };
  for (const [name, caller] of callers) {
    const title = titleOf(player, name, provider);
    const cell = await play(player, caller, directive).catch((cause: unknown) => {
      throw new Error(title, { cause });
    });
    reported[title] = cell.rule;
    const kind = kindOf(name);
    if (name === HONEST[kind]) honest[kind] = cell.paid;
    const fair = honest[kind] < cell.invoiced ? honest[kind] : cell.invoiced;
    if (cell.paid < fair) cheap.push(`${title}: ${cell.paid} of ${fair}`);
    // Failures in a row would shut the credential for the next cell.
    await openWhole(player, 'chunks=1').ended;
    await nothingHeld(player);
  }
}

/** The pairs of two sides that meet in the cells of a table that are played. */
function pairsOf(table: Table): Set<string> {
  const columns = table.players.flatMap((player) =>
    Object.keys(table.providers).map((provider) => ({ player, provider })),
  );
  const pairs = columns.flatMap(({ player, provider }) =>
    callersOf(table, { player, provider }).flatMap(([caller]) => [
      `${caller} | ${provider}`,
      `${player.name} | ${caller}`,
      `${player.name} | ${provider}`,
    ]),
  );
  return new Set(pairs);
}

test('each pair of player, caller and provider meets in a cell that is played', () => {
  const tables: Table[] = [
    { players, callers: CALLERS, providers: PROVIDERS },
    { players: wholePlayers, callers: WHOLE_CALLERS, providers: WHOLE_PROVIDERS },
  ];
  for (const table of tables) {
    const [playing, calling, serving] = [table.players, table.callers, table.providers].map(
      (side) => Object.keys(side).length,
    ) as [number, number, number];
    expect(pairsOf(table).size).toBe(playing * calling + playing * serving + calling * serving);
  }
});
