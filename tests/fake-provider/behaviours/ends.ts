import type { BehaviourTable } from '../behaviour.ts';
import { frame, half, mapFrames, stepsUpTo } from '../reply.ts';

/** How an answer ends before it is over. */
export const ENDS: BehaviourTable = {
  'cut-before-first-byte': {
    about: 'Destroys the socket instead of answering.',
    reply: (reply) => ({ ...reply, steps: [{ kind: 'cut' }] }),
  },
  cut: {
    about: 'Destroys the socket after so many frames; a single body is cut in half.',
    parameters: ['after'],
    reply: (reply, options) => ({
      ...reply,
      steps: [{ kind: 'head' }, ...stepsUpTo(reply, options.number('after', 1)), { kind: 'cut' }],
    }),
  },
  'cut-in-frame': {
    about: 'Destroys the socket in the middle of the frame that follows so many frames.',
    parameters: ['after'],
    reply(reply, options) {
      const after = options.number('after', 1);
      const steps = stepsUpTo(reply, after);
      const next = reply.steps.filter((step) => step.kind === 'frame')[after];
      if (reply.stream && next) steps.push({ kind: 'raw', bytes: half(next.text) });
      return { ...reply, steps: [...steps, { kind: 'cut' }] };
    },
  },
  end: {
    about: 'Ends the body cleanly after so many frames, without finish reason and end mark.',
    parameters: ['after'],
    reply: (reply, options) => ({
      ...reply,
      steps: [{ kind: 'head' }, ...stepsUpTo(reply, options.number('after', 1)), { kind: 'end' }],
    }),
  },
  'no-done': {
    about: 'Leaves out the end mark of a stream only.',
    reply: (reply, _, { wire }) =>
      mapFrames(reply, (step) => (wire.isEndMark(step.text) ? [] : [step])),
  },
  'no-finish': {
    about: 'Leaves out the frame with the finish reason only.',
    reply: (reply, _, { wire }) =>
      mapFrames(reply, (step) => (wire.isFinish(step.text) ? [] : [step])),
  },
  truncated: {
    about: 'A body (or each frame of a stream) of half its length, ended cleanly.',
    reply: (reply) => ({
      ...mapFrames(reply, (step) => [{ ...step, text: half(step.text) }]),
      served: null,
    }),
  },
  'short-length': {
    about: 'Promises twice the bytes in Content-Length that it sends, then cuts.',
    reply(reply) {
      const bytes = reply.steps.reduce(
        (sum, step) =>
          sum + (step.kind === 'frame' ? Buffer.byteLength(step.text, reply.encoding) : 0),
        0,
      );
      const headers = { ...reply.headers, 'content-length': String(bytes * 2) };
      return { ...reply, headers, steps: [...reply.steps, { kind: 'cut' }] };
    },
  },
  'after-done': {
    about: 'Sends more frames after the end mark of a stream.',
    reply(reply) {
      const first = reply.steps.find((step) => step.kind === 'frame');
      return first?.kind === 'frame' && reply.stream
        ? { ...reply, steps: [...reply.steps, frame(first.text)] }
        : reply;
    },
  },
};
