import { answerTo } from './answer.ts';
import { optionsOf } from './behaviour.ts';
import { behaviourOf, faultIn } from './behaviours.ts';
import { directivesIn, type Directive } from './directive.ts';
import { frame, jsonReply, type Reply } from './reply.ts';
import { type Call, type Operation, Refusal, type Wire } from './wire.ts';
import { WIRES } from './wires.ts';

/** The credential that every wire refuses. */
const BAD_CREDENTIAL = 'bad-key';

/** A request for which a wire and an operation were found. */
export interface Found {
  wire: Wire;
  operation: Operation;
}

/** The handler of a request; null when no wire knows its path. */
export function findOperation(call: Call): Found | null {
  for (const wire of WIRES) {
    const operation = wire.find(call);
    if (operation) return { wire, operation };
  }
  return null;
}

/** The reply to a call, with the behaviours that the directives ask for. */
export function replyTo(call: Call, { wire, operation }: Found, directives: Directive[]): Reply {
  const fault = faultIn(directives);
  if (fault) return refused(wire, { status: 400, message: fault, code: 'unknown_behaviour' });
  const credential = wire.credential(call.headers);
  if (credential === null || credential === BAD_CREDENTIAL) return badCredential(wire, credential);
  try {
    return applied(call, { wire, operation }, directives);
  } catch (error) {
    if (error instanceof Refusal) return refused(wire, error.error);
    throw error;
  }
}

/** The reply to a path that no wire knows. */
export function unknownPath(call: Call): Reply {
  const message = `Unknown request URL: ${call.method} ${call.path}.`;
  const error = { message, type: 'invalid_request_error', param: null, code: 'unknown_url' };
  return jsonReply(404, { error });
}

function applied(call: Call, found: Found, directives: Directive[]): Reply {
  let reply = healthyReply(call, found, directives);
  for (const directive of directives) {
    const behaviour = behaviourOf(directive);
    const scene = { wire: found.wire, call };
    reply = behaviour?.reply?.(reply, optionsOf(directive), scene) ?? reply;
  }
  return reply;
}

function healthyReply(call: Call, { operation }: Found, directives: Directive[]): Reply {
  const question = operation.answer(call, answerInside);
  if (!('render' in question)) return question;
  let answer = answerTo(question.prompt);
  for (const directive of directives) {
    const behaviour = behaviourOf(directive);
    answer = behaviour?.draft?.(answer, optionsOf(directive), question.prompt) ?? answer;
  }
  return question.render(answer);
}

/** Answers a call that is part of another one, with the behaviours that its own text asks for. */
function answerInside(call: Call): Reply {
  const found = findOperation(call);
  if (found === null) return unknownPath(call);
  return replyTo(call, found, directivesIn(found.operation.peek(call).text));
}

function refused(wire: Wire, error: Refusal['error']): Reply {
  const body = JSON.stringify(wire.errorBody(error));
  const headers = { 'content-type': 'application/json', ...wire.errorHeaders?.(error) };
  return { status: error.status, headers, steps: [frame(body)], stream: false, served: null };
}

function badCredential(wire: Wire, credential: string | null): Reply {
  const message =
    credential === null
      ? "You didn't provide an API key."
      : `Incorrect API key provided: ${credential.slice(0, 3)}****${credential.slice(-3)}.`;
  const status = wire.refusesWith ?? 401;
  return refused(wire, { status, message, code: credential && 'invalid_api_key' });
}
