import type { ChatChunkChoice } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { Failure, MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { unfinished } from '../failures.ts';
import { createStreamMapper, failed, reported } from '../stream-mapper.ts';
import type { PieceMapper } from '../stream-mapper.ts';
import { createCandidate } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { failureInReply, withoutNames } from './errors.ts';
import { createCodeRuns } from './code-runs.ts';
import { createGrounding } from './grounding.ts';
import { createUrlContext } from './url-context.ts';
import { usageFromWire } from './usage.ts';

/** The highest number that an alternative may have. */
const CANDIDATE_INDEX_MAX = 127;

/**
 * Reads an answer, whole or event by event: on this wire an event of a stream is a reply of its
 * own. The reader takes replies as parsed JSON and never throws.
 * @param isWhole whether the replies came as one document, which has arrived to its end also where
 *   it gives no reason for the end
 */
export function createAnswerReader(
  endpoint: Endpoint,
  { isWhole = false }: { isWhole?: boolean } = {},
): PieceMapper<unknown> {
  const candidates = new Map<number, Candidate>();
  const grounding = createGrounding(endpoint.upstreamModel);
  const tools = [createCodeRuns(), grounding, createUrlContext()];
  const candidateAt = (index: number): Candidate => {
    const known = candidates.get(index) ?? createCandidate(index, endpoint);
    candidates.set(index, known);
    return known;
  };
  const readChoices = (reply: JsonObject): MappedEvent[] => {
    const pieces = piecesOf(reply);
    const feedback = asObject(reply['promptFeedback']);
    if (pieces.length === 0 && asText(feedback['blockReason']) !== undefined) {
      candidateAt(0).block(feedback);
    }
    const choices = pieces.flatMap((piece, position) => {
      const index = indexOf(piece['index'], pieces.length > 1 ? position : 0);
      return candidateAt(index).read(piece, reply) ?? [];
    });
    for (const { index, delta } of choices) if (index === 0) grounding.add(delta.content ?? '');
    const ran = pieces.flatMap((piece) => tools.flatMap((tool) => tool.read(piece)));
    return choices.length === 0 ? ran : [...ran, { kind: 'choices', choices }];
  };
  const read = (reply: unknown): MappedEvent[] => {
    if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
    if (isObject(reply['error'])) return failed(failureInReply(reply));
    const reading = usageFromWire(reply['usageMetadata']);
    const choices = readChoices(reply);
    return [...choices, ...reported(tools.reduce((made, tool) => tool.counted(made), reading))];
  };
  return createStreamMapper({
    read,
    finish() {
      const ended = endOf([...candidates.values()], (one) => isWhole && one.holdsSomething());
      if ('message' in ended) return failed(ended);
      return [...tools.flatMap((tool) => tool.end()), { kind: 'choices', choices: ended }];
    },
    state: () => stateOf([...candidates.values()]),
  });
}

function stateOf(candidates: readonly Candidate[]): 'open' | 'answered' {
  const isOver = candidates.length > 0 && candidates.every((candidate) => candidate.isOver());
  return isOver ? 'answered' : 'open';
}

/**
 * @param isTaken whether an alternative whose end the provider does not explain is taken as it is
 */
function endOf(
  candidates: readonly Candidate[],
  isTaken: (candidate: Candidate) => boolean,
): ChatChunkChoice[] | Failure {
  const isOver = candidates.length > 0 && candidates.every((one) => one.isOver() || isTaken(one));
  if (!isOver) {
    const message = "The provider's answer broke off before it was finished.";
    return { kind: 'malformed', message, status: 200 };
  }
  const last = candidates.map((candidate) => candidate.end());
  const choices = last.filter((choice) => choice !== null);
  if (choices.length === last.length) return choices;
  return unfinished(withoutNames(candidates[last.indexOf(null)]?.reason() ?? ''));
}

function piecesOf(reply: JsonObject): JsonObject[] {
  const list = reply['candidates'] ?? [];
  if (!Array.isArray(list) || list.length > CANDIDATE_INDEX_MAX + 1) {
    throw new MalformedReply('the candidates of a reply are no usable list');
  }
  return (list as unknown[]).map((piece) => asObject(piece));
}

/** The provider leaves a zero out. */
function indexOf(index: unknown, otherwise: number): number {
  if (index === undefined || index === null) return otherwise;
  const usable = typeof index === 'number' && Number.isInteger(index);
  if (usable && index >= 0 && index <= CANDIDATE_INDEX_MAX) return index;
  throw new MalformedReply('a candidate has an impossible index');
}
