import type { Family } from '@tollgate/providers/adapter';
import { familyById } from '@tollgate/providers/families';
import { READERS } from '../readers/readers.ts';
import type { Reader } from '../readers/reader.ts';
import { familyIdOf } from '../recordings.ts';
import type { Recording } from '../recordings.ts';
import { compareAnswer, compareFailure, createFaults } from './compare.ts';
import type { Faults } from './compare.ts';
import type { Outcome, Replayer } from './replayer.ts';
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
}

/** Operations that no route of ours asks a vendor for. */
const UNSERVED: Partial<Record<string, string>> = {
  count_tokens: 'counting tokens: no route of ours asks a vendor to',
  generate: 'completion of a bare prompt: no route of ours asks a vendor for it',
  responses: 'the Responses wire: our responses route asks vendors for chat completions',
  video_job: 'video: no route of ours serves it',
};

/** Replays one recording through the engine and compares. */
export async function checkRecording(recording: Recording, replayer: Replayer): Promise<Verdict> {
  const found = partsFor(recording);
  const verdict = {
    id: recording.id,
    family: familyIdOf(recording) ?? recording.family,
    features: [...new Set([recording.endpoint, ...recording.feature])],
    faults: [],
    outOfScope: null,
  };
  if ('outOfScope' in found) return { ...verdict, outOfScope: found.outOfScope };
  if ('fault' in found) return { ...verdict, faults: [found.fault] };
  const faults = createFaults();
  try {
    await compare(recording, { ...found, replayer }, faults);
  } catch (error) {
    faults.add(`not even an error of ours: ${String(error)}`);
  }
  return { ...verdict, faults: faults.list };
}

/** Walks one step of a session. */
export async function checkStep(step: SessionStep, replayer: Replayer): Promise<Verdict> {
  const { answered, next } = step;
  const found = partsFor(answered);
  const verdict = {
    id: `${answered.id} -> ${next.id}`,
    family: familyIdOf(answered) ?? answered.family,
    features: ['session'],
    faults: [],
    outOfScope: null,
  };
  if ('outOfScope' in found) return { ...verdict, outOfScope: found.outOfScope };
  if ('fault' in found) return { ...verdict, faults: [found.fault] };
  try {
    const walk = await walkStep(step, found.family, { reader: found.reader, replayer });
    return { ...verdict, ...walk };
  } catch (error) {
    return { ...verdict, faults: [`not even an error of ours: ${String(error)}`] };
  }
}

interface Parts {
  family: Family;
  reader: Reader;
}

function partsFor(recording: Recording): Parts | { fault: string } | { outOfScope: string } {
  const unserved = UNSERVED[recording.endpoint];
  if (unserved !== undefined) return { outOfScope: unserved };
  const id = familyIdOf(recording) ?? '';
  const family = familyById(id);
  const reader = READERS[id];
  if (family === undefined) return { fault: `no family serves ${recording.family}` };
  if (reader === undefined) return { fault: `no reader of ${id} is there` };
  try {
    const reason = reader.outOfScope?.(recording) ?? null;
    return reason === null ? { family, reader } : { outOfScope: reason };
  } catch (error) {
    return { fault: `the reader can not read it: ${String(error)}` };
  }
}

interface Comparison extends Parts {
  replayer: Replayer;
}

async function compare(recording: Recording, parts: Comparison, faults: Faults): Promise<void> {
  const { family, replayer } = parts;
  switch (recording.endpoint) {
    case 'chat':
      return compareChat(recording, parts, faults);
    case 'embeddings':
      return compareEmbeddings(recording, parts, faults);
    case 'models': {
      const outcome = await replayer.models(recording, family);
      return judge(recording, outcome, faults, (names) =>
        faults.same('models', names, parts.reader.models?.(recording)),
      );
    }
    default:
      faults.add(`nobody knows the endpoint ${recording.endpoint}`);
  }
}

async function compareChat(
  recording: Recording,
  { family, reader, replayer }: Comparison,
  faults: Faults,
): Promise<void> {
  const outcome = await replayer.chat(recording, family);
  if (recording.response.status !== 200) return judge(recording, outcome, faults, () => undefined);
  const raw = reader.chat(recording);
  if (!raw.failed) {
    return judge(recording, outcome, faults, (answer) => compareAnswer(answer, raw, faults));
  }
  if ('value' in outcome) faults.add('the bytes say that it failed, and we say that it did not');
}

async function compareEmbeddings(
  recording: Recording,
  { family, reader, replayer }: Comparison,
  faults: Faults,
): Promise<void> {
  const isServed = recording.response.status === 200;
  const raw = isServed ? reader.embeddings?.(recording) : undefined;
  const outcome = await replayer.embeddings(recording, family, raw?.vectors.length ?? 1);
  judge(recording, outcome, faults, ({ vectors, input }) => {
    faults.same('number of vectors', vectors.length, raw?.vectors.length);
    faults.same('vectors', vectors, raw?.vectors);
    faults.same('prompt tokens', input, raw?.prompt);
  });
}

/** A recorded error has to be one of ours, a recorded answer an answer. */
function judge<T>(
  recording: Recording,
  outcome: Outcome<T>,
  faults: Faults,
  compareValue: (value: T) => void,
): void {
  const isServed = recording.response.status === 200;
  if ('value' in outcome) {
    if (isServed) compareValue(outcome.value);
    else faults.add(`status ${recording.response.status} became an answer`);
    return;
  }
  if (!isServed) compareFailure(outcome.failure, recording, faults);
  else faults.add(`an answer became ${outcome.failure.kind}: ${outcome.failure.detail ?? ''}`);
}
