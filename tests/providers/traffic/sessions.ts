import type { ChatMessageOut, ChatRequest, ToolCall } from '@tollgate/contract/chat';
import type { Family } from '@tollgate/providers/adapter/adapter';
import type { RawAnswer, RawCall, RawTurn, Reader } from '../readers/reader.ts';
import { isConversation, wireIdOf } from '../recordings.ts';
import type { Recording } from '../recordings.ts';
import { createFaults } from './compare.ts';
import type { Replayer } from './replayer.ts';

/** An answer and the recorded request that came after it. */
export interface SessionStep {
  answered: Recording;
  next: Recording;
}

/** Every pair of steps of one session that follow each other on one wire. */
export function sessionSteps(recordings: readonly Recording[]): SessionStep[] {
  const groups = Map.groupBy(
    recordings.filter(isConversation),
    (recording) => `${wireIdOf(recording)} ${recording.session.group}`,
  );
  return [...groups.values()].flatMap((group) => {
    const steps = group.toSorted((left, right) => left.session.step - right.session.step);
    return steps.slice(1).flatMap((next, position) => {
      const answered = steps[position];
      const usable = answered?.response.status === 200 && next.request?.body;
      return usable ? [{ answered, next }] : [];
    });
  });
}

/** What walking a step found: faults, or why there was nothing to compare. */
export type Walk = { faults: readonly string[] } | { outOfScope: string };

/**
 * Asks again as a client of ours would: our own answer, the recorded results of its calls. What
 * then goes to the provider must carry all that the recorded next request carried of that answer.
 */
export async function walkStep(
  { answered, next }: SessionStep,
  family: Family,
  { reader, replayer }: { reader: Reader; replayer: Replayer },
): Promise<Walk> {
  const raw = reader.chat(answered);
  const outcome = await replayer.chat(answered, family);
  if (!('value' in outcome)) return { outOfScope: 'the step before is a failure' };
  const message = outcome.value.choices[0]?.message;
  const recorded = reader.turns(next.request?.body);
  const index = recorded.findLastIndex((turn) => isTurnOf(turn, raw));
  const turn = recorded[index];
  if (turn === undefined || message === undefined) {
    return { outOfScope: 'the next request does not carry this answer' };
  }
  const end = recorded.findIndex((later, at) => at > index && later.role === 'assistant');
  const after = recorded.slice(index + 1, end < 0 ? undefined : end);
  const results = after.flatMap((later) => later.results);
  const asked = nextRequest(answered, message, { raw, results });
  const { sent } = await replayer.chat(next, family, asked);
  return { faults: faultsOf(turn, results, { ours: reader.turns(sent[0]?.body), raw, message }) };
}

/** Calls tell a turn; one without calls is told by its text. */
function isTurnOf(turn: RawTurn, { choices }: RawAnswer): boolean {
  const answer = choices.get(0);
  if (turn.role !== 'assistant' || answer === undefined) return false;
  const calls = (list: readonly { name: string; args: string }[]): string =>
    JSON.stringify(list.map(({ name, args }) => [name, canonical(args)]));
  if (answer.calls.length > 0 || turn.calls.length > 0) {
    return calls(turn.calls) === calls(answer.calls);
  }
  return turn.text.trim() !== '' && turn.text.trim() === answer.text.trim();
}

function canonical(args: string): unknown {
  try {
    const made = (['', 'null'].includes(args.trim()) ? {} : JSON.parse(args)) as object;
    return Object.entries(made).toSorted(([left], [right]) => (left < right ? -1 : 1));
  } catch {
    return args;
  }
}

type Results = RawTurn['results'];

function nextRequest(
  { model }: Recording,
  message: ChatMessageOut,
  { raw, results }: { raw: RawAnswer; results: Results },
): ChatRequest {
  const calls = message.tool_calls ?? [];
  const reported = raw.choices.get(0)?.calls ?? [];
  const names = [...new Set(calls.map((call) => call.function.name))];
  const left = [...calls.entries()];
  const answers = results.flatMap((result) => {
    const byId = left.findIndex(([position]) => reported[position]?.id === result.of);
    const byName = left.findIndex(([, call]) => call.function.name === result.of);
    const found = left.splice(Math.max(byId >= 0 ? byId : byName, 0), 1)[0];
    return found === undefined ? [] : [toolMessage(found[1], result.text)];
  });
  return {
    model: model ?? 'unknown',
    messages: [
      { role: 'user', content: 'Hello.' },
      message,
      ...(answers.length > 0 ? answers : [{ role: 'user' as const, content: 'Go on.' }]),
    ],
    ...(names.length === 0 ? {} : { tools: names.map(toolNamed) }),
  };
}

function toolMessage({ id }: ToolCall, content: string) {
  return { role: 'tool' as const, tool_call_id: id, content };
}

function toolNamed(name: string): NonNullable<NonNullable<ChatRequest['tools']>[number]> {
  return { type: 'function', function: { name, parameters: { type: 'object', properties: {} } } };
}

/**
 * Which call a result answers: by the provider's id, by ours where it gives none, or by the name.
 */
function positionOf(of: string, reported: readonly RawCall[], ids: readonly string[]): number {
  const byProvider = reported.findIndex(({ id }) => id === of);
  if (byProvider >= 0) return byProvider;
  const byOurs = ids.indexOf(of);
  return byOurs >= 0 ? byOurs : reported.findIndex(({ name }) => name === of);
}

/** One client writes quotation marks in another way when it hands a text back. */
function plain(text: string): string {
  return text.trim().replaceAll(/[“”]/gu, '"').replaceAll(/[‘’]/gu, "'");
}

function faultsOf(
  turn: RawTurn,
  results: Results,
  { ours, raw, message }: { ours: readonly RawTurn[]; raw: RawAnswer; message: ChatMessageOut },
): readonly string[] {
  const faults = createFaults();
  const mine = ours.filter(({ role }) => role === 'assistant');
  if (turn.text.trim() !== '') {
    faults.same('text sent back', plain(mine.map(({ text }) => text).join('')), plain(turn.text));
  }
  if (turn.reasoning !== '') {
    faults.same(
      'reasoning sent back',
      mine.map(({ reasoning }) => reasoning).join(''),
      turn.reasoning,
    );
  }
  const calls = mine.flatMap((one) => one.calls);
  faults.same(
    'calls sent back',
    calls.map(({ name, args }) => [name, canonical(args)]),
    turn.calls.map(({ name, args }) => [name, canonical(args)]),
  );
  const opaque = mine.flatMap((one) => one.opaque);
  for (const value of turn.opaque) {
    if (!opaque.includes(value)) faults.add(`not sent back: ${value.slice(0, 60)}`);
  }
  const reported = raw.choices.get(0)?.calls ?? [];
  const sent = ours.flatMap((one) => one.results);
  if (results.length > reported.length) return faults.list;
  faults.same(
    'results',
    sent.map(({ text }) => text),
    results.map(({ text }) => text),
  );
  const ids = (message?.tool_calls ?? []).map(({ id }) => id);
  const positions = (list: Results): number[] =>
    list.map(({ of }) => positionOf(of, reported, ids));
  if (!positions(results).includes(-1)) {
    faults.same('answered', positions(sent), positions(results));
  }
  return faults.list;
}
