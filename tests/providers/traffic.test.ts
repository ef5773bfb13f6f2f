import { randomInt } from 'node:crypto';
import type { ChatRequest } from '@tollgate/contract/chat';
import { estimateInputTokens } from '@tollgate/providers/tokens/estimate';
import { FAMILIES } from '@tollgate/providers/families';
import type { Family } from '@tollgate/providers/adapter/adapter';
import { READERS } from './readers/readers.ts';
import type { Reader } from './readers/reader.ts';
import {
  RECORDINGS,
  RESPONSES_WIRE,
  hasRecordings,
  isConversation,
  readRecordings,
  endpointFor,
  wireIdOf,
} from './recordings.ts';
import type { Recording } from './recordings.ts';
import { servingFamily } from './serving-family.ts';
import { randomCuts, randomFrom, replayStream } from './replay.ts';
import { DIFFERENCES } from './traffic/differences.ts';
import { bytesOf } from './traffic/replay-server.ts';
import { isStream, startReplayer } from './traffic/replayer.ts';
import type { Replayer } from './traffic/replayer.ts';
import { askedFor, differencesMet } from './traffic/requests.ts';
import { checkRecording, checkStep } from './traffic/run.ts';
import { sessionSteps } from './traffic/sessions.ts';

/** Recordings are no part of the repository; without them these tests show as skipped. */
const describeTraffic = hasRecordings ? describe : describe.skip;
const RANDOM_SPLITS = 25;
const SEED_MAX = 4_294_967_295;
const BASE_URL = 'https://api.example.com/v1';
const seed = randomInt(SEED_MAX);
const known = (hasRecordings ? readRecordings(RECORDINGS) : []).filter((recording) => {
  const reader = READERS[wireIdOf(recording) ?? ''];
  return reader !== undefined && (reader.outOfScope?.(recording) ?? null) === null;
});
const chats = known.filter(isConversation);
const served = chats.filter(({ response }) => response.status === 200);

function familyOf(recording: Recording): Family {
  const family = servingFamily(recording);
  if (family === undefined) throw new TypeError(`no family serves ${recording.id}`);
  return family;
}

function readerOf(recording: Recording): Reader | undefined {
  return READERS[wireIdOf(recording) ?? ''];
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
    const { faults, runnerFault, unsaid } = await checkRecording(recording, replayer);
    expect({ faults, runnerFault }).toEqual({ faults: [], runnerFault: null });
    // What else a client may ask a provider for stands in the table of differences.
    expect(unsaid ?? '').not.toContain('but for what no field of ours says');
  });

  const steps = sessionSteps(known).map((step) => [step.next.id, step] as const);
  it.each(steps)('%s goes on from our own answer', async (_id, step) => {
    const { faults, runnerFault } = await checkStep(step, replayer);
    expect({ faults, runnerFault }).toEqual({ faults: [], runnerFault: null });
  });

  it('has a reader for every wire', () => {
    const providers = FAMILIES.filter(
      ({ local, chat }, index) =>
        local === undefined &&
        chat !== undefined &&
        FAMILIES.findIndex((other) => other.chat === chat) === index,
    );
    const wires = [...providers.map(({ id }) => id), RESPONSES_WIRE];
    expect(Object.keys(READERS).toSorted()).toEqual(wires.toSorted());
  });
});

describeTraffic(`recorded streams, cut anywhere, seed ${seed}`, () => {
  it.each(named(served.filter(isStream)))('%s', (_id, recording) => {
    const family = familyOf(recording);
    const { chat } = family;
    if (chat === undefined) throw new TypeError('no chat');
    const endpoint = endpointFor(recording, family.id, BASE_URL);
    const random = randomFrom(seed);
    const bytes = bytesOf(recording);
    const whole = replayStream(chat, endpoint, { bytes, cuts: [] });
    for (let round = 0; round < RANDOM_SPLITS; round += 1) {
      const cuts = randomCuts(bytes.length, 1 + Math.floor(random() * 40), random);
      expect(replayStream(chat, endpoint, { bytes, cuts })).toEqual(whole);
    }
  });
});

/** A recorded request as one of ours; null when no request of ours says the same. */
function askedIn(recording: Recording): ChatRequest | null {
  const reader = readerOf(recording);
  const asked = reader && askedFor(recording, familyOf(recording), reader);
  return asked !== undefined && 'request' in asked ? asked.request : null;
}

describeTraffic('requests of recorded clients', () => {
  it('are asked again by ours, most of them', () => {
    const asked = chats.filter((recording) => askedIn(recording) !== null);
    expect(asked.length).toBeGreaterThan(chats.length * 0.75);
  });

  it('need every difference of the table that is meant', () => {
    expect(DIFFERENCES.filter((difference) => !differencesMet().has(difference))).toEqual([]);
  });
});

/**
 * Providers of the completions wire leave the reasoning of earlier turns out of what they count;
 * those of the Responses wire are sealed, and count.
 */
function countedOf(request: ChatRequest, wire: string): ChatRequest {
  if (!wire.startsWith('openai')) return request;
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant') return message;
    const { reasoning_content: _, extra_content: __, ...rest } = message;
    return rest;
  });
  return { ...request, messages };
}

/**
 * A server of local models thinks first, and then reads its own reasoning as the prompt of a
 * formatted answer.
 */
function isPromptOfThoughts(recording: Recording): boolean {
  const body = recording.request?.body ?? {};
  const isFormatted = Boolean(body['format'] ?? body['response_format']);
  const answer = readerOf(recording)?.chat(recording).choices.get(0);
  return recording.family === 'ollama' && isFormatted && (answer?.reasoning ?? '') !== '';
}

describeTraffic('the estimate of a prompt', () => {
  const ratios = new Map<string, number[]>();

  it.each(named(served))('of %s is no less than the count', (_id, recording) => {
    const family = familyOf(recording);
    const request = askedIn(recording);
    const counted = readerOf(recording)?.chat(recording).usage?.prompt ?? 0;
    if (request === null || counted === 0 || isPromptOfThoughts(recording)) return;
    // Only OpenAI's own models are asked over this wire.
    if (wireIdOf(recording) === RESPONSES_WIRE && family.id !== 'openai') return;
    const reasoning = JSON.stringify(request.messages).match(/"encrypted_content":"[^"]*"/gu) ?? [];
    if (reasoning.some((sealed) => sealed.includes('REDACTED'))) return;
    const wire = wireIdOf(recording) ?? '';
    const overhead = family.overhead(endpointFor(recording, family.id, BASE_URL));
    const bound = estimateInputTokens(countedOf(request, wire), overhead);
    expect(bound).toBeGreaterThanOrEqual(counted);
    // What is sealed is bounded by its length, which is several times what it counts.
    if (reasoning.length > 0) return;
    // Pages of documents are bounded by the largest picture that a provider makes of one.
    if (JSON.stringify(request.messages).includes('"type":"file"')) return;
    ratios.set(wire, [...(ratios.get(wire) ?? []), bound / counted]);
  });

  it('is at most half above the count, at the median of each family', () => {
    const medians = [...ratios].map(([family, list]) => {
      const sorted = list.toSorted((left, right) => left - right);
      return [family, sorted[Math.floor(sorted.length / 2)]] as const;
    });
    process.stdout.write(`estimate / count, median: ${JSON.stringify(medians)}\n`);
    for (const [wire, median] of medians) {
      // What is recorded of the Responses wire are a few words and a tool, where the bound of a
      // tool weighs most.
      expect(median).toBeLessThanOrEqual(wire === RESPONSES_WIRE ? 2 : 1.5);
    }
  });
});
