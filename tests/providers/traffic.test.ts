import { randomInt } from 'node:crypto';
import { Ajv } from 'ajv';
import { ChatRequest } from '@tollgate/contract/chat';
import { estimateInputTokens } from '@tollgate/providers/estimate';
import { FAMILIES, familyById } from '@tollgate/providers/families';
import type { Family } from '@tollgate/providers/adapter';
import { READERS } from './readers/readers.ts';
import { RECORDINGS, familyIdOf, hasRecordings, readRecordings, targetFor } from './recordings.ts';
import type { Recording } from './recordings.ts';
import { randomCuts, randomFrom, replayStream } from './replay.ts';
import { bytesOf } from './traffic/replay-server.ts';
import { isStream, startReplayer } from './traffic/replayer.ts';
import type { Replayer } from './traffic/replayer.ts';
import { checkRecording, checkStep } from './traffic/run.ts';
import { sessionSteps } from './traffic/sessions.ts';

/** Recordings are no part of the repository; without them these tests show as skipped. */
const describeTraffic = hasRecordings ? describe : describe.skip;
const RANDOM_SPLITS = 25;
const SEED_MAX = 4_294_967_295;
const BASE_URL = 'https://api.example.com/v1';
const seed = randomInt(SEED_MAX);
const known = (hasRecordings ? readRecordings(RECORDINGS) : []).filter((recording) => {
  const reader = READERS[familyIdOf(recording) ?? ''];
  return reader !== undefined && (reader.outOfScope?.(recording) ?? null) === null;
});
const chats = known.filter(({ endpoint }) => endpoint === 'chat');
const served = chats.filter(({ response }) => response.status === 200);

function familyOf(recording: Recording): Family {
  const family = familyById(familyIdOf(recording) ?? '');
  if (family === undefined) throw new TypeError(`no family serves ${recording.id}`);
  return family;
}

function named(recordings: readonly Recording[]): [string, Recording][] {
  return recordings.map((recording) => [recording.id, recording]);
}

describeTraffic(`recorded exchanges through the engine, seed ${seed}`, () => {
  let replayer: Replayer;

  beforeAll(async () => {
    replayer = await startReplayer(randomFrom(seed));
  });

  afterAll(() => replayer.stop());

  it.each(named(known))('%s', async (_id, recording) => {
    expect((await checkRecording(recording, replayer)).faults).toEqual([]);
  });

  const steps = sessionSteps(known).map((step) => [step.next.id, step] as const);
  it.each(steps)('%s goes on from our own answer', async (_id, step) => {
    expect((await checkStep(step, replayer)).faults).toEqual([]);
  });

  it('has a reader for every wire', () => {
    const vendors = FAMILIES.filter(
      ({ local, chat }, index) =>
        local === undefined && FAMILIES.findIndex((other) => other.chat === chat) === index,
    );
    expect(Object.keys(READERS).toSorted()).toEqual(vendors.map(({ id }) => id).toSorted());
  });
});

describeTraffic(`recorded streams, cut anywhere, seed ${seed}`, () => {
  it.each(named(served.filter(isStream)))('%s', (_id, recording) => {
    const family = familyOf(recording);
    const { chat } = family;
    if (chat === undefined) throw new TypeError('no chat');
    const target = targetFor(recording, family.id, BASE_URL);
    const random = randomFrom(seed);
    const bytes = bytesOf(recording);
    const whole = replayStream(chat, target, { bytes, cuts: [] });
    for (let round = 0; round < RANDOM_SPLITS; round += 1) {
      const cuts = randomCuts(bytes.length, 1 + Math.floor(random() * 40), random);
      expect(replayStream(chat, target, { bytes, cuts })).toEqual(whole);
    }
  });
});

const isChatRequest = new Ajv({ strict: false, discriminator: true }).compile<ChatRequest>(
  ChatRequest,
);

/** A recorded request as one of ours; null when no request of ours says the same. */
function askedIn(recording: Recording): ChatRequest | null {
  const body = recording.request?.body;
  const asked = body ? READERS[familyIdOf(recording) ?? '']?.asked?.(body) : null;
  return isChatRequest(asked) ? asked : null;
}

describeTraffic('recorded requests of the wire that ours resembles', () => {
  const requests = chats.flatMap((recording) => {
    const request = askedIn(recording);
    const isAlike = familyOf(recording).id.startsWith('openai');
    return request === null || !isAlike ? [] : [[recording.id, recording, request] as const];
  });

  it.each(requests)('%s goes out as it was', (_id, recording, request) => {
    const family = familyOf(recording);
    const target = targetFor(recording, family.id, BASE_URL);
    const sent = family.chat?.toWire(request, target, request.stream === true) as {
      messages: unknown[];
    } & Record<string, unknown>;
    const body = recording.request?.body ?? {};
    for (const name of ['temperature', 'top_p', 'n', 'stop', 'tools', 'tool_choice']) {
      if (body[name] !== null) expect(sent[name]).toEqual(body[name]);
    }
    expect(sent.messages).toHaveLength(request.messages.length);
    for (const [position, message] of request.messages.entries()) {
      if (message.role !== 'assistant') expect(sent.messages[position]).toEqual(message);
    }
  });

  it('are most of them', () => {
    expect(requests.length).toBeGreaterThan(100);
  });
});

/** A server of local models thinks first, and then reads its own thoughts as the prompt of a formatted answer. */
function isPromptOfThoughts(recording: Recording): boolean {
  const body = recording.request?.body ?? {};
  const isFormatted = Boolean(body['format'] ?? body['response_format']);
  const answer = READERS[familyOf(recording).id]?.chat(recording).choices.get(0);
  return recording.family === 'ollama' && isFormatted && (answer?.reasoning ?? '') !== '';
}

describeTraffic('the estimate of a prompt', () => {
  const ratios = new Map<string, number[]>();

  it.each(named(served))('of %s is no less than the count', (_id, recording) => {
    const family = familyOf(recording);
    const request = askedIn(recording);
    const counted = READERS[family.id]?.chat(recording).usage?.prompt ?? 0;
    if (request === null || counted === 0 || isPromptOfThoughts(recording)) return;
    const overhead = family.overhead(targetFor(recording, family.id, BASE_URL));
    const bound = estimateInputTokens(request, overhead);
    expect(bound).toBeGreaterThanOrEqual(counted);
    ratios.set(family.id, [...(ratios.get(family.id) ?? []), bound / counted]);
  });

  it('is at most half above the count, at the median of each family', () => {
    const medians = [...ratios].map(([family, list]) => {
      const sorted = list.toSorted((left, right) => left - right);
      return [family, sorted[Math.floor(sorted.length / 2)]] as const;
    });
    process.stdout.write(`estimate / count, median: ${JSON.stringify(medians)}\n`);
    for (const [, median] of medians) expect(median).toBeLessThanOrEqual(1.5);
  });
});
