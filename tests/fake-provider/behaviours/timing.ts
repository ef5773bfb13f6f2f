import type { BehaviourTable } from '../behaviour.ts';
import { mapFrames, positionAfter, type Reply, type Step } from '../reply.ts';

function insertAfter(reply: Reply, count: number, ...steps: Step[]): Reply {
  const position = positionAfter(reply.steps, count);
  return { ...reply, steps: reply.steps.toSpliced(position, 0, ...steps) };
}

/** When bytes come, and when they stop coming although the socket stays open. */
export const TIMING: BehaviourTable = {
  delay: {
    about: 'Waits so many milliseconds before the status line.',
    parameters: ['value'],
    reply: (reply, options) =>
      insertAfter(reply, 0, { kind: 'wait', ms: options.number('value', 0) }),
  },
  'head-delay': {
    about: 'Sends status and headers at once and waits so many milliseconds before the first byte.',
    parameters: ['value'],
    reply: (reply, options) =>
      insertAfter(reply, 0, { kind: 'head' }, { kind: 'wait', ms: options.number('value', 0) }),
  },
  'chunk-delay': {
    about: 'Waits so many milliseconds before each frame but the first.',
    parameters: ['value'],
    reply(reply, options) {
      const ms = options.number('value', 0);
      let first = true;
      return mapFrames(reply, (step) => {
        const steps: Step[] = first ? [step] : [{ kind: 'wait', ms }, step];
        first = false;
        return steps;
      });
    },
  },
  pause: {
    about: 'Waits `ms` once, after so many frames.',
    parameters: ['after', 'ms'],
    reply: (reply, options) =>
      insertAfter(reply, options.number('after', 1), {
        kind: 'wait',
        ms: options.number('ms', 1_000),
      }),
  },
  'stall-before-first-byte': {
    about: 'Takes the request and never answers.',
    reply: (reply) => ({ ...reply, steps: [{ kind: 'stall' }] }),
  },
  stall: {
    about: 'Goes silent after so many frames; `after=0`: after the headers.',
    parameters: ['after'],
    reply: (reply, options) =>
      insertAfter(reply, options.number('after', 0), { kind: 'head' }, { kind: 'stall' }),
  },
  drip: {
    about: 'Sends a blank each so many milliseconds for ever instead of an answer.',
    parameters: ['value'],
    reply: (reply, options) => ({
      ...reply,
      steps: [{ kind: 'forever', text: ' ', ms: options.number('value', 1_000) }],
    }),
  },
  pings: {
    about: 'Sends keep-alive events for ever, `every` ms; `after` so many frames (0).',
    parameters: ['every', 'after'],
    reply: (reply, options, { wire }) =>
      insertAfter(reply, options.number('after', 0), {
        kind: 'forever',
        text: wire.pingFrame,
        ms: options.number('every', 100),
      }),
  },
};
