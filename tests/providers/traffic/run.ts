import type { ChatRequest } from '@tollgate/contract/chat';
import type { Family } from '@tollgate/providers/adapter/adapter';
import { READERS } from '../readers/readers.ts';
import type { Reader } from '../readers/reader.ts';
import { wireIdOf } from '../recordings.ts';
import type { Recording } from '../recordings.ts';
import { servingFamily } from '../serving-family.ts';
import { compareAnswer, compareFailure, compareStatus, createFaults } from './compare.ts';
import type { Faults } from './compare.ts';
import { compareCredential } from './credentials.ts';
import type { Outcome, Replayed, Replayer } from './replayer.ts';
import {
  askedFor,
  compareAddress,
  compareBody,
  compareEmbedded,
  embeddingsAsked,
} from './requests.ts';
import type { Asked } from './requests.ts';
import { RunnerFault, trusting } from './runner-fault.ts';
import { walkStep } from './sessions.ts';
import type { SessionStep } from './sessions.ts';

/** What came of one recording, or of one step of a session. */
export interface Verdict {
  id: string;
  family: string;
  features: readonly string[];
  faults: readonly string[];
  /** Why nothing was compared; null when it was. */
  outOfScope: string | null;
  /** Why the body of the request was not compared; null when it was, or where there is none. */
  unsaid: string | null;
  /** What the runner itself could not do: no fault of the engine, and no proof for it either. */
  runnerFault: string | null;
}

/** Operations that no route of ours asks a provider for. */
const UNSERVED: Partial<Record<string, string>> = {
  count_tokens:
    'counting tokens: Anthropic alone is asked to, and messages-traffic.test.ts has what was recorded',
  generate: 'completion of a bare prompt: no route of ours asks a provider for it',
  video_job: 'video: no route of ours serves it',
};

/**
 * Replays one recording through the engine and compares request and reply.
 * @param mapping what maps in place of the family of that id, for tests of this comparison
 */
export async function checkRecording(
  recording: Recording,
  replayer: Replayer,
  mapping?: Family,
): Promise<Verdict> {
  const verdict = blankVerdict(recording, [...new Set([recording.endpoint, ...recording.feature])]);
  return judged(verdict, recording, async (parts, faults) => {
    const family = mapping ?? parts.family;
    const unsaid = await compare(recording, { ...parts, family, replayer }, faults);
    return { unsaid };
  });
}

/** Walks one step of a session. */
export async function checkStep(
  step: SessionStep,
  replayer: Replayer,
  mapping?: Family,
): Promise<Verdict> {
  const { answered, next } = step;
  const verdict = { ...blankVerdict(answered, ['session']), id: `${answered.id} -> ${next.id}` };
  return judged(verdict, answered, ({ family, reader }) =>
    walkStep(step, mapping ?? family, { reader, replayer }),
  );
}

function blankVerdict(recording: Recording, features: readonly string[]): Verdict {
  const family = wireIdOf(recording) ?? recording.family;
  const nothing = { faults: [], outOfScope: null, unsaid: null, runnerFault: null };
  return { id: recording.id, family, features, ...nothing };
}

async function judged(
  verdict: Verdict,
  recording: Recording,
  judge: (parts: Parts, faults: Faults) => Promise<Partial<Verdict>>,
): Promise<Verdict> {
  const faults = createFaults();
  try {
    const found = partsFor(recording);
    if ('outOfScope' in found) return { ...verdict, outOfScope: found.outOfScope };
    if ('fault' in found) return { ...verdict, faults: [found.fault] };
    return { ...verdict, faults: faults.list, ...(await judge(found, faults)) };
  } catch (error) {
    if (error instanceof RunnerFault) return { ...verdict, runnerFault: error.message };
    return { ...verdict, faults: [...faults.list, `not even an error of ours: ${String(error)}`] };
  }
}

interface Parts {
  family: Family;
  reader: Reader;
}

function partsFor(recording: Recording): Parts | { fault: string } | { outOfScope: string } {
  const unserved = UNSERVED[recording.endpoint];
  if (unserved !== undefined) return { outOfScope: unserved };
  const id = wireIdOf(recording) ?? '';
  const family = servingFamily(recording);
  const known = READERS[id];
  if (family === undefined) return { fault: `no family serves ${recording.family}` };
  if (known === undefined) throw new RunnerFault(`no reader of ${id} is there`);
  const reader = trusting(known);
  const reason = reader.outOfScope?.(recording) ?? null;
  return reason === null ? { family, reader } : { outOfScope: reason };
}

interface Comparison extends Parts {
  replayer: Replayer;
}

/** Why the body of the request could not be compared; null when it was. */
async function compare(
  recording: Recording,
  parts: Comparison,
  faults: Faults,
): Promise<string | null> {
  switch (recording.endpoint) {
    case 'chat':
    case 'responses':
      return compareChat(recording, parts, faults);
    case 'embeddings':
      return compareEmbeddings(recording, parts, faults);
    case 'models': {
      const { family, reader, replayer } = parts;
      const outcome = await replayer.models(recording, family);
      compareSent(recording, { outcome, family: family.id }, faults);
      judge(recording, { outcome, reader }, faults, (names) =>
        faults.same('models', names, reader.models?.(recording)),
      );
      return null;
    }
    default:
      throw new RunnerFault(`nobody knows the endpoint ${recording.endpoint}`);
  }
}

async function compareChat(
  recording: Recording,
  { family, reader, replayer }: Comparison,
  faults: Faults,
): Promise<string | null> {
  const asked = askedFor(recording, family, reader);
  const request: ChatRequest | undefined = 'request' in asked ? asked.request : undefined;
  const outcome = await replayer.chat(recording, family, request);
  const sent = compareSent(recording, { outcome, family: family.id }, faults);
  const { refused = [] } = 'request' in asked ? asked : {};
  const foreign =
    request === undefined || sent === undefined
      ? []
      : compareBody(recording, { sent, reader, refused }, faults);
  const unsaid = unsaidIn(asked, foreign);
  if (recording.response.status !== 200) {
    judge(recording, { outcome, reader }, faults, () => undefined);
    return unsaid;
  }
  const raw = reader.chat(recording);
  if (!raw.failed) {
    judge(recording, { outcome, reader }, faults, (answer) => compareAnswer(answer, raw, faults));
  } else if ('value' in outcome) {
    faults.add('the bytes say that it failed, and we say that it did not');
  } else if (raw.failure !== undefined) compareFailure(outcome.failure, raw.failure, faults);
  return unsaid;
}

function unsaidIn(asked: Asked, foreign: readonly string[]): string | null {
  if ('unsaid' in asked) return asked.unsaid;
  if (asked.refused.length > 0) {
    return `but for what the contract refuses: ${asked.refused.join(', ')}`;
  }
  return foreign.length === 0 ? null : `but for what no field of ours says: ${foreign.join(', ')}`;
}

async function compareEmbeddings(
  recording: Recording,
  { family, reader, replayer }: Comparison,
  faults: Faults,
): Promise<string | null> {
  const isServed = recording.response.status === 200;
  const raw = isServed ? reader.embeddings?.(recording) : undefined;
  const asked = embeddingsAsked(recording, reader);
  const inputs = Array.from({ length: raw?.vectors.length ?? 1 }, (_, at) => `text ${at}`);
  const outcome = await replayer.embeddings(recording, family, asked ?? { inputs });
  compareSent(recording, { outcome, family: family.id }, faults);
  if (asked !== null) compareEmbedded(recording, { sent: outcome.sent, reader }, faults);
  judge(recording, { outcome, reader }, faults, ({ vectors, input }) => {
    faults.same('number of vectors', vectors.length, raw?.vectors.length);
    faults.same('vectors', vectors, raw?.vectors);
    faults.same('prompt tokens', input, raw?.prompt);
  });
  return asked === null ? 'no request was recorded' : null;
}

/** The first call that went out, after its address and its credential were compared. */
function compareSent(
  recording: Recording,
  { outcome, family }: { outcome: Replayed<unknown>; family: string },
  faults: Faults,
): Replayed<unknown>['sent'][number] | undefined {
  const [sent] = outcome.sent;
  if (sent === undefined) {
    faults.add('nothing went out');
    return undefined;
  }
  compareAddress(recording, sent, faults);
  compareCredential(family, recording, { sent, faults });
  return sent;
}

/** A recorded error has to be one of ours, a recorded answer an answer. */
function judge<T>(
  recording: Recording,
  { outcome, reader }: { outcome: Outcome<T>; reader: Reader },
  faults: Faults,
  compareValue: (value: T) => void,
): void {
  const isServed = recording.response.status === 200;
  if ('value' in outcome) {
    if (isServed) compareValue(outcome.value);
    else faults.add(`status ${recording.response.status} became an answer`);
    return;
  }
  if (isServed) {
    faults.add(`an answer became ${outcome.failure.kind}: ${outcome.failure.detail ?? ''}`);
    return;
  }
  compareFailure(outcome.failure, reader.failure(recording), faults);
  compareStatus(outcome.failure, recording, faults);
}
