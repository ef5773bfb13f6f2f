import type { StreamEncoder } from '../dispatch/stream-encoder.ts';
import { passthroughEncoder } from './passthrough-encoder.ts';
import type { MessagesPlan } from './plan-messages.ts';
import type { MessagesFrames } from './stream-frames.ts';

const plan = {
  opId: '019b76da-a800-7000-8000-000000000001',
  target: { publicId: 'anthropic/claude' },
} as unknown as MessagesPlan;
const USAGE = { input: 3, output: 2 };

function anEncoder(): StreamEncoder {
  const streamFrames = { frames: [], hasBegun: () => false, noteBegun: () => undefined };
  const made = { frames: [], encode: () => '', close: () => '', fail: () => '' };
  const given = { made, streamFrames: streamFrames as unknown as MessagesFrames };
  const encoder = passthroughEncoder(plan, given);
  const pass = (payload: { type: string }): void =>
    encoder.pass?.({ type: payload.type, data: JSON.stringify(payload), payload });
  pass({ type: 'message_start', message: { usage: { input_tokens: 3, cost: 0 } } } as never);
  pass({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn' },
    usage: { output_tokens: 2, service_tier: 'standard', cost: 0 },
  } as never);
  pass({ type: 'message_stop' });
  return encoder;
}

const usageIn = (frames: string): unknown => {
  const data = frames
    .split('\n')
    .find((line) => line.includes('"message_delta"') && line[0] === 'd');
  return (JSON.parse(data?.slice('data: '.length) ?? '{}') as { usage?: unknown }).usage;
};

test('the event that ends an answer says the charge beside the counts of the provider', async () => {
  const usage = usageIn(await anEncoder().close(USAGE, { source: 'provider', cost: 0.25 }));
  expect(usage).toEqual({ output_tokens: 2, service_tier: 'standard', cost: 0.25 });
});

test('counts of ours take the place of those of the provider', async () => {
  const usage = usageIn(await anEncoder().close(USAGE, { source: 'estimated', cost: 0.5 }));
  expect(usage).toMatchObject({ input_tokens: 3, output_tokens: 2, cost: 0.5 });
  expect(usage).not.toHaveProperty('service_tier');
});

test('a cost that the provider wrote is taken out where the charge is not final', async () => {
  const frames = await anEncoder().close(USAGE, { source: 'provider' });
  expect(usageIn(frames)).toEqual({ output_tokens: 2, service_tier: 'standard' });
  expect(frames).not.toContain('cost');
});
