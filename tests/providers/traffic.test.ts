import { cleanVendorText } from '@tollgate/providers/vendor-text';
import { estimateInputTokens } from '@tollgate/providers/estimate';
import type { ChatChoice } from '@tollgate/contract/chat';
import type { MappedAnswer, Usage } from '@tollgate/providers/adapter';
import { UpstreamError } from '@tollgate/providers/adapter';
import { readRaw } from './read-raw.ts';
import type { RawAnswer, RawChoice } from './read-raw.ts';
import { accumulated, randomCuts, randomFrom, replayStream } from './replay.ts';
import { asOurRequest, familyOf, hasTraffic, recordings, targetOf } from './traffic.ts';
import type { Recording } from './traffic.ts';

/** Recordings are no part of the repository; without them these tests show as skipped. */
const describeTraffic = hasTraffic ? describe : describe.skip;
const RANDOM_SPLITS = 25;
const chats = recordings('chat');
const served = chats.filter(({ response }) => response.status === 200);
const refused = chats.filter(({ response }) => response.status !== 200);

function chatOf(recording: Recording) {
  const { chat } = familyOf(recording);
  if (chat === undefined) throw new TypeError('no chat');
  return chat;
}

function mappedOf(recording: Recording): MappedAnswer {
  const chat = chatOf(recording);
  const target = targetOf(recording);
  const { sse, body } = recording.response;
  if (sse === undefined) return chat.fromWire(body, target);
  return accumulated(replayStream(chat, target, { bytes: Buffer.from(sse), cuts: [] }));
}

function expectSame(mapped: MappedAnswer, raw: RawAnswer): void {
  expect(new Set(mapped.choices.map(({ index }) => index))).toEqual(new Set(raw.choices.keys()));
  for (const choice of mapped.choices) {
    const told = raw.choices.get(choice.index);
    if (told !== undefined) expectSameChoice(choice, told);
  }
}

function expectSameChoice({ message, finish_reason: finish }: ChatChoice, raw: RawChoice): void {
  expect({
    text: message.content ?? '',
    reasoning: message.reasoning_content ?? '',
    refusal: message.refusal ?? '',
  }).toEqual({ text: raw.text, reasoning: raw.reasoning, refusal: raw.refusal });
  const calls = message.tool_calls ?? [];
  const made = calls.map((call) => ({ name: call.function.name, args: call.function.arguments }));
  expect(made).toEqual(raw.calls.map(({ name, args }) => ({ name, args })));
  for (const [position, call] of calls.entries()) {
    expect(call.id).not.toBe('');
    expect(call.id).toBe(raw.calls[position]?.id ?? call.id);
  }
  expect(finish).toBe(expectedFinish(raw.finish ?? '', calls.length > 0));
}

/** What a vendor counted, in whichever of the two ways it counts reasoning. */
function expectSameUsage(recording: Recording, usage: Usage | null, raw: RawAnswer['usage']): void {
  if (raw === null || usage === null) {
    expect(usage).toBe(raw);
    return;
  }
  expect(usage.input + usage.cache_read + usage.cache_write).toBe(raw.prompt);
  expect(usage.cache_read).toBe(Math.min(raw.cached, raw.prompt));
  const output = usage.output + usage.reasoning;
  expect(output).toBeGreaterThanOrEqual(raw.completion);
  // This vendor tells its thoughts in the total alone.
  if (recording.provider === 'gemini-openai') return;
  expect([raw.completion, raw.completion + raw.reasoning]).toContain(output);
}

function expectedFinish(vendor: string, hasCalls: boolean): string {
  if (vendor === 'length' || vendor === 'content_filter') return vendor;
  return hasCalls ? 'tool_calls' : 'stop';
}

describeTraffic('recorded answers', () => {
  it.each(served.map((recording) => [recording.id, recording] as const))('%s', (_id, recording) => {
    const raw = readRaw(recording.response);
    if (raw.failed) {
      expect(() => mappedOf(recording)).toThrow(UpstreamError);
      return;
    }
    const mapped = mappedOf(recording);
    expectSame(mapped, raw);
    expectSameUsage(recording, mapped.usage, raw.usage);
  });
});

describeTraffic('recorded streams, cut anywhere', () => {
  const streams = served.filter(({ response }) => response.sse !== undefined);
  it.each(streams.map((recording) => [recording.id, recording] as const))(
    '%s',
    (_id, recording) => {
      const chat = chatOf(recording);
      const target = targetOf(recording);
      const random = randomFrom(20_260_101);
      const bytes = Buffer.from(recording.response.sse ?? '');
      const whole = replayStream(chat, target, { bytes, cuts: [] });
      for (let round = 0; round < RANDOM_SPLITS; round += 1) {
        const cuts = randomCuts(bytes.length, 1 + Math.floor(random() * 40), random);
        expect(replayStream(chat, target, { bytes, cuts })).toEqual(whole);
      }
    },
  );
});

describeTraffic('recorded errors', () => {
  it.each(refused.map((recording) => [recording.id, recording] as const))(
    '%s',
    (_id, recording) => {
      const { status, headers, body } = recording.response;
      const failure = familyOf(recording).failure(status, headers ?? {}, body);
      const kinds: Record<number, string[]> = {
        400: ['rejected', 'context_length', 'credential'],
        401: ['credential'],
        404: ['rejected'],
        429: ['rate_limited'],
        500: ['unavailable'],
      };
      expect(kinds[status]).toContain(failure.kind);
      expect(failure.message).not.toMatch(/https?:|api\.|\*{3}/u);
      expect(cleanVendorText(failure.message)).toBe(failure.message);
    },
  );
});

describeTraffic('requests of recorded conversations', () => {
  const known = chats.flatMap((recording) => {
    const request = recording.request?.body ? asOurRequest(recording.request.body) : null;
    return request === null ? [] : [[recording.id, recording, request] as const];
  });
  it.each(known)('%s goes out as it was', (_id, recording, request) => {
    const sent = chatOf(recording).toWire(
      request,
      targetOf(recording),
      request.stream === true,
    ) as {
      messages: { content: unknown; tool_calls?: { id: string }[] }[];
      tools?: unknown[];
    };
    const body = recording.request?.body ?? {};
    for (const name of ['temperature', 'top_p', 'n', 'stop', 'tools', 'tool_choice'] as const) {
      if (body[name] !== null) expect((sent as Record<string, unknown>)[name]).toEqual(body[name]);
    }
    expect(sent.messages).toHaveLength(request.messages.length);
    for (const [position, message] of request.messages.entries()) {
      if (message.role === 'assistant') continue;
      expect(sent.messages[position]).toEqual(message);
    }
  });

  it('covers most of them', () => {
    expect(known.length).toBeGreaterThan(100);
  });
});

describeTraffic('the estimate of a prompt', () => {
  it('never lies below the count of the vendor, and at most half above at the median', () => {
    const ratios: number[] = [];
    for (const recording of served) {
      const request = recording.request?.body ? asOurRequest(recording.request.body) : null;
      const counted = readRaw(recording.response).usage?.prompt ?? 0;
      if (request === null || counted === 0) continue;
      const bound = estimateInputTokens(request, familyOf(recording).overhead(targetOf(recording)));
      expect([recording.id, bound >= counted]).toEqual([recording.id, true]);
      ratios.push(bound / counted);
    }
    ratios.sort((left, right) => left - right);
    expect(ratios.length).toBeGreaterThan(100);
    expect(ratios[Math.floor(ratios.length / 2)]).toBeLessThanOrEqual(1.5);
  });
});
