import { Ajv } from 'ajv';
import { ChatRequest } from '@tollgate/contract/chat';
import { anthropic } from '@tollgate/providers/anthropic/index';
import { anthropicReader } from './readers/anthropic.ts';
import {
  RECORDINGS,
  familyIdOf,
  hasRecordings,
  readRecordings,
  endpointFor,
} from './recordings.ts';
import type { RawTurn } from './readers/reader.ts';

/** Recordings are no part of the repository; without them these tests show as skipped. */
const describeTraffic = hasRecordings ? describe : describe.skip;
const isChatRequest = new Ajv({ strict: false, discriminator: true }).compile<ChatRequest>(
  ChatRequest,
);
const PASSED = ['max_tokens', 'temperature', 'top_p', 'stop_sequences', 'tool_choice'];

type Json = Record<string, unknown>;

const requests = (hasRecordings ? readRecordings(RECORDINGS) : []).flatMap((recording) => {
  const body = recording.request?.body;
  if (familyIdOf(recording) !== 'anthropic' || recording.endpoint !== 'chat' || !body) return [];
  const asked = anthropicReader.asked(body, recording);
  return isChatRequest(asked) ? [[recording.id, { recording, body, asked }] as const] : [];
});

/** Turns that say something, neighbours of one role put together. */
function spoken(turns: RawTurn[]): RawTurn[] {
  const merged: RawTurn[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.role !== turn.role) merged.push({ ...turn });
    else {
      last.text += turn.text;
      last.results = [...last.results, ...turn.results];
    }
  }
  return merged;
}

describeTraffic('recorded requests', () => {
  it.each(requests)('%s goes out as it was', (_id, { recording, body, asked }) => {
    const endpoint = endpointFor(recording, 'anthropic', 'https://api.example.com');
    const sent = anthropic.chat?.toWire(asked, endpoint, false) as Json;
    expect(spoken(anthropicReader.turns(sent))).toEqual(spoken(anthropicReader.turns(body)));
    for (const name of PASSED) expect([name, sent[name]]).toEqual([name, body[name]]);
    const [made, reported] = [sent, body].map((one) => (one['tools'] ?? []) as Json[]);
    expect(made?.map(({ name, input_schema }) => [name, input_schema])).toEqual(
      reported?.map(({ name, input_schema }) => [name, input_schema]),
    );
    const formats = [sent, body].map((one) => (one['output_config'] as Json | undefined) ?? {});
    expect(formats[0]?.['format']).toEqual(formats[1]?.['format']);
    expect(anthropic.foreignContent?.(asked, endpoint)).toBeNull();
  });

  it('are most of them', () => {
    expect(requests.length).toBeGreaterThan(40);
  });
});
