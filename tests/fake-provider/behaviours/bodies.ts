import { gzipSync } from 'node:zlib';
import type { BehaviourTable } from '../behaviour.ts';
import { frame, mapFrames, positionAfter, type Reply, type Step } from '../reply.ts';

const MEGABYTE = 1_048_576;
const HTML =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head>' +
  '<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>';

function literal(reply: Reply, text: string): Reply {
  return { ...reply, served: null, steps: text === '' ? [] : [frame(text)] };
}

function textOf(reply: Reply): string {
  return reply.steps.map((step) => (step.kind === 'frame' ? step.text : '')).join('');
}

/** A member of the given size put in front of the others of the first JSON object. */
function padded(reply: Reply, megabytes: number): Step[] {
  const filler: Step = { kind: 'fill', bytes: Buffer.alloc(MEGABYTE, 'a'), times: megabytes };
  return reply.steps.flatMap((step): Step[] => {
    const brace = step.kind === 'frame' ? step.text.indexOf('{') + 1 : 0;
    if (step.kind !== 'frame' || brace === 0) return [step];
    const start: Step = { kind: 'raw', bytes: `${step.text.slice(0, brace)}"padding":"` };
    return [start, filler, { ...step, text: `",${step.text.slice(brace)}` }];
  });
}

/** Bodies that are not what the headers promise, and bodies without measure. */
export const BODIES: BehaviourTable = {
  html: {
    about: 'Status 200 with an HTML page.',
    reply: (reply) => ({
      ...literal(reply, HTML),
      headers: { ...reply.headers, 'content-type': 'text/html' },
    }),
  },
  empty: { about: 'Status 200 with no body.', reply: (reply) => literal(reply, '') },
  null: { about: 'Status 200 with the body `null`.', reply: (reply) => literal(reply, 'null') },
  body: {
    about: 'Status 200 with this body, in quotes; single quotes stand for double ones.',
    parameters: ['value'],
    reply: (reply, options) => literal(reply, options.text('value', '[]').replaceAll("'", '"')),
  },
  'answers-as': {
    about: 'The model that the answer names is this, in quotes.',
    parameters: ['value'],
    reply: (reply, options) =>
      mapFrames(reply, (step) => {
        const named = `"model":${JSON.stringify(options.text('value', 'another'))}`;
        return [{ ...step, text: step.text.replace(/"model":"[^"]*"/u, () => named) }];
      }),
  },
  'content-type': {
    about: 'The right body under this content type.',
    parameters: ['value'],
    reply: (reply, options) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': options.text('value', 'text/plain') },
    }),
  },
  garbage: {
    about: 'A frame of broken JSON after so many frames; a single body is broken as a whole.',
    parameters: ['after'],
    reply(reply, options, { wire }) {
      if (!reply.stream) return literal(reply, '{"id":"chatcmpl-1","choices":[{"ind}}');
      const position = positionAfter(reply.steps, options.number('after', 1));
      return { ...reply, steps: reply.steps.toSpliced(position, 0, frame(wire.garbageFrame)) };
    },
  },
  'huge-body': {
    about: 'A body of `mb` megabytes (300): valid JSON with a long member; in a stream each frame.',
    parameters: ['mb'],
    reply: (reply, options) => ({ ...reply, steps: padded(reply, options.number('mb', 300)) }),
  },
  'huge-frame': {
    about: 'One line of `mb` megabytes (20) without a newline after so many frames.',
    parameters: ['mb', 'after'],
    reply(reply, options) {
      const position = positionAfter(reply.steps, options.number('after', 0));
      const times = options.number('mb', 20);
      const line: Step[] = [
        { kind: 'raw', bytes: reply.stream ? 'data: {"padding":"' : '{"padding":"' },
        { kind: 'fill', bytes: Buffer.alloc(MEGABYTE, 'a'), times },
      ];
      return { ...reply, steps: [...reply.steps.slice(0, position), ...line, { kind: 'end' }] };
    },
  },
  gzip: {
    about: 'The right body, compressed, whatever the client accepts.',
    reply: (reply) => compressed(reply, []),
  },
  'gzip-bomb': {
    about: 'A small compressed body that grows to `mb` megabytes (300) of blanks and the answer.',
    parameters: ['mb'],
    reply(reply, options) {
      // Members of one gzip file may simply stand one behind the other.
      const member = gzipSync(Buffer.alloc(MEGABYTE, ' '), { level: 9 });
      return compressed(reply, [{ kind: 'fill', bytes: member, times: options.number('mb', 300) }]);
    },
  },
  blanks: {
    about: 'So many blanks and newlines in front of the body.',
    parameters: ['value'],
    reply: (reply, options) => ({
      ...reply,
      steps: [{ kind: 'raw', bytes: ' \n'.repeat(options.number('value', 8)) }, ...reply.steps],
    }),
  },
  bom: {
    about: 'A byte order mark in front of the body.',
    reply: (reply) => ({ ...reply, steps: [{ kind: 'raw', bytes: '\uFEFF' }, ...reply.steps] }),
  },
};

function compressed(reply: Reply, before: Step[]): Reply {
  const body: Step = { kind: 'raw', bytes: gzipSync(textOf(reply)) };
  // The frames stay for the sake of the token counts; their bytes are in the compressed body.
  const counted = mapFrames(reply, (step) => [{ ...step, text: '' }]);
  const headers = { ...reply.headers, 'content-encoding': 'gzip' };
  return { ...counted, headers, steps: [...before, body, ...counted.steps] };
}
