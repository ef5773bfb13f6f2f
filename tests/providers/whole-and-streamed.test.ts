import * as fc from 'fast-check';
import { parseExactJson } from '@tollgate/contract/exact-json';
import type {
  Family,
  MappedAnswer,
  MappedEvent,
  Endpoint,
} from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { createDeframer } from '@tollgate/providers/framing/framing';
import { responsesWire } from '@tollgate/providers/wire/responses/mapper';
import { anthropic } from './both-shapes/anthropic.ts';
import { bedrock } from './both-shapes/bedrock.ts';
import { DONE, chatCompletions } from './both-shapes/chat-completions.ts';
import { google } from './both-shapes/google.ts';
import { OWN_REPLIES } from './both-shapes/own-replies.ts';
import { ollama } from './both-shapes/ollama.ts';
import { responses } from './both-shapes/responses.ts';
import { ROUTES, chargeOf, receivedStreamed, receivedWhole } from './both-shapes/routes.ts';
import type { Cut, Loose, Shapes, WireEvent } from './both-shapes/shape.ts';
import {
  RECORDINGS,
  hasRecordings,
  isConversation,
  readRecordings,
  endpointFor,
  wireIdOf,
} from './recordings.ts';
import type { Recording } from './recordings.ts';
import { READERS } from './readers/readers.ts';
import { accumulated } from './replay.ts';
import { servingFamily } from './serving-family.ts';
import { bytesOf } from './traffic/replay-server.ts';
import { isStream } from './traffic/replayer.ts';

/**
 * A reply whole and as a stream is the same answer. Each recorded reply is told in the other shape
 * by code that shares nothing with the mappings, in each manner in which providers stream; callers
 * of the three routes then have the same content, calls, end, usage and charge.
 */
const SEED = Number(process.env['SEED'] ?? fc.sample(fc.nat(), 1)[0]);
const CUT_RUNS = 1_000;
const SHAPES: Readonly<Record<string, Shapes>> = {
  anthropic,
  bedrock,
  google,
  ollama,
  responses,
  openai: chatCompletions,
  'openai-compatible': chatCompletions,
};
const describeTraffic = hasRecordings ? describe : describe.skip;

/** A reply in both shapes. */
interface Pair {
  family: Family;
  endpoint: Endpoint;
  reply: Loose;
  events: readonly WireEvent[];
}

const halves: Cut = (text) => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
};

function familyOf(recording: Recording): Family | null {
  const family = servingFamily(recording);
  const reader = READERS[wireIdOf(recording) ?? ''];
  if (family?.chat === undefined || reader === undefined) return null;
  return (reader.outOfScope?.(recording) ?? null) === null ? family : null;
}

function shapesOf(recording: Recording): Shapes {
  const shapes = SHAPES[wireIdOf(recording) ?? ''];
  if (shapes === undefined) throw new TypeError(`no shapes for ${recording.id}`);
  return shapes;
}

function eventsIn(recording: Recording, family: Family): WireEvent[] {
  const deframer = createDeframer(family.chat?.framing ?? 'sse');
  const events = [...deframer.push(bytesOf(recording)), ...deframer.end()];
  return events.map(({ type, data }) => [
    type,
    data.trim() === '[DONE]' ? DONE : (parseExactJson(data) as Loose),
  ]);
}

function pairOf(recording: Recording, manner: string, cut: Cut): Pair | null {
  const family = familyOf(recording);
  if (family === null) return null;
  const shapes = shapesOf(recording);
  const endpoint = endpointFor(recording, family.id, 'https://api.example.com/v1');
  if (isStream(recording)) {
    const events = eventsIn(recording, family);
    const reply = shapes.wholeOf(events);
    return reply === null ? null : { family, endpoint, reply, events };
  }
  const reply = parseExactJson(bytesOf(recording).toString()) as Loose;
  const events = reply['error'] ? null : shapes.streamOf(reply, manner, cut);
  return events === null ? null : { family, endpoint, reply, events };
}

function mappedStream({ family, endpoint, events }: Pair): MappedEvent[] {
  const mapper = family.chat?.stream(endpoint);
  if (mapper === undefined) throw new TypeError('the family has no chat');
  const made = events.flatMap(([type, data]) =>
    mapper.push({ type, data: data === DONE ? '[DONE]' : JSON.stringify(data) }),
  );
  return [...made, ...mapper.end()];
}

/** An answer or the failure that callers are told. */
function answerOf(make: () => MappedAnswer): MappedAnswer | string {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
}

async function compare(pair: Pair): Promise<void> {
  const { family, endpoint, reply } = pair;
  const whole = answerOf(() => {
    if (family.chat === undefined) throw new TypeError('the family has no chat');
    return family.chat.fromWire(reply, endpoint);
  });
  const events = mappedStream(pair);
  const streamed = answerOf(() => accumulated(events));
  if (typeof whole === 'string' || typeof streamed === 'string') {
    expect([typeof streamed, streamed]).toEqual([typeof whole, expect.anything()]);
    return;
  }
  expect([streamed.usage, streamed.suspect]).toEqual([whole.usage, whole.suspect]);
  expect(chargeOf(streamed.usage as Loose | null)).toBe(chargeOf(whole.usage as Loose | null));
  for (const [name, route] of Object.entries(ROUTES)) {
    const received = await receivedStreamed(route, events, { ...streamed.usage });
    expect({ name, ...received }).toEqual({ name, ...(await receivedWhole(route, whole)) });
  }
}

const known = (hasRecordings ? readRecordings(RECORDINGS) : []).filter(
  (recording) =>
    isConversation(recording) && recording.response.status === 200 && familyOf(recording) !== null,
);
const replies = known.filter((recording) => !isStream(recording));
const streams = known.filter(isStream);
const cases = replies.flatMap((recording) =>
  shapesOf(recording).manners.map((manner) => [recording.id, manner, recording] as const),
);

const own = Object.entries(OWN_REPLIES).flatMap(([wire, named]) =>
  Object.entries(named).flatMap(([name, reply]) =>
    (SHAPES[wire]?.manners ?? []).map((manner) => [wire, name, manner, reply] as const),
  ),
);

function ownPair(wire: string, reply: Loose, manner: string, cut: Cut): Pair {
  const known = familyById(wire === 'responses' ? 'openai' : wire);
  const events = SHAPES[wire]?.streamOf(reply, manner, cut) ?? null;
  if (known === undefined || events === null) throw new TypeError(`no stream of ${wire}`);
  const family = wire === 'responses' ? { ...known, chat: responsesWire } : known;
  const endpoint = {
    family: family.id,
    provider: family.id,
    upstreamModel: 'gpt-5.2-codex',
    baseUrl: 'https://api.example.com/v1',
  };
  return { family, endpoint, reply, events };
}

describe('a reply that nobody has recorded', () => {
  test.each(own)('over %s, %s, is the same as a stream, %s', async (wire, _name, manner, reply) => {
    await compare(ownPair(wire, reply, manner, halves));
    await compare(ownPair(wire, reply, manner, (text) => cutInto(text, [1])));
  });

  const silent = own.filter(([, name]) =>
    /a call (?:without arguments|with (?:null|" ?(?:null)?"))$/u.test(name),
  );
  test.each(silent)(
    'over %s, %s, has empty arguments on each route, %s',
    async (wire, _name, manner, reply) => {
      const { family, endpoint } = ownPair(wire, reply, manner, halves);
      const answer = family.chat?.fromWire(reply, endpoint);
      if (answer === undefined) throw new TypeError('the family has no chat');
      expect(answer.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe('{}');
      for (const route of Object.values(ROUTES)) {
        expect((await receivedWhole(route, answer)).calls[0]?.given).toEqual({});
      }
    },
  );

  test(`is the same wherever its texts are cut, seed ${SEED}`, async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...own), sizes, async ([wire, , manner, reply], all) => {
        await compare(ownPair(wire, reply, manner, (text) => cutInto(text, all)));
      }),
      { seed: SEED, numRuns: CUT_RUNS },
    );
  });
});

describeTraffic('a recorded reply', () => {
  test.each(cases)('%s is the same as a stream, %s', async (_id, manner, recording) => {
    const pair = pairOf(recording, manner, halves);
    if (pair !== null) await compare(pair);
  });

  test.each(streams.map((recording) => [recording.id, recording] as const))(
    '%s, a stream, is the same whole',
    async (_id, recording) => {
      const pair = pairOf(recording, '', halves);
      if (pair !== null) await compare(pair);
    },
  );

  test(`is the same wherever its texts are cut, seed ${SEED}`, async () => {
    const some = fc.constantFrom(...cases);
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (one, sizes) => {
          const pair = pairOf(one[2], one[1], (text) => cutInto(text, sizes));
          if (pair !== null) await compare(pair);
        },
      ),
      { seed: SEED, numRuns: CUT_RUNS },
    );
  });

  test('has a counterpart in the other shape, but for few', () => {
    const without = [
      ...cases.filter(([, manner, recording]) => pairOf(recording, manner, halves) === null),
      ...streams.filter((recording) => pairOf(recording, '', halves) === null),
    ];
    expect(without.length).toBeLessThan((cases.length + streams.length) / 10);
  });
});

/** Pieces of these sizes, over and over. */
function cutInto(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
