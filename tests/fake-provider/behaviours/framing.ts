import type { BehaviourTable } from '../behaviour.ts';
import { frame, mapFrames, type Reply } from '../reply.ts';

function rewrite(reply: Reply, change: (text: string) => string): Reply {
  return reply.stream ? mapFrames(reply, (step) => [{ ...step, text: change(step.text) }]) : reply;
}

/** Bytes that say the same in another way, and headers that a gateway must not pass on. */
export const FRAMING: BehaviourTable = {
  'one-byte': {
    about: 'One byte per write.',
    reply: (reply) => mapFrames(reply, (step) => [{ ...step, split: 'bytes' }]),
  },
  'split-characters': {
    about: 'Adds characters of several bytes to the text and splits each write inside of them.',
    draft(answer) {
      const choices = answer.choices.map((choice) => ({
        ...choice,
        text: [...choice.text, ' naïve', ' 日本語', ' 😀🏳️‍🌈'],
      }));
      const tokens = { ...answer.tokens, output: answer.tokens.output + 3 * choices.length };
      return { ...answer, choices, tokens };
    },
    reply: (reply) => mapFrames(reply, (step) => [{ ...step, split: 'characters' }]),
  },
  crlf: {
    about: 'Ends the lines of a stream with CR LF.',
    reply: (reply) => rewrite(reply, (text) => text.replaceAll('\n', '\r\n')),
  },
  cr: {
    about: 'Ends the lines of a stream with CR alone.',
    reply: (reply) => rewrite(reply, (text) => text.replaceAll('\n', '\r')),
  },
  'no-space': {
    about: 'Writes `data:` without the blank behind it.',
    reply: (reply) => rewrite(reply, (text) => text.replaceAll('data: ', 'data:')),
  },
  comments: {
    about: 'A comment before each frame.',
    reply: (reply, _, { wire }) => rewrite(reply, (text) => wire.pingFrame + text),
  },
  fields: {
    about: 'Lines `event:`, `id:`, `retry:` and an unknown one in each frame.',
    reply: (reply) =>
      rewrite(reply, (text) => `event: message\nid: 7\nretry: 10\nflavour: plain\n${text}`),
  },
  'one-write': {
    about: 'The whole stream in a single write.',
    reply(reply) {
      let text = '';
      let tokens = 0;
      let reasoning = 0;
      for (const step of reply.steps) {
        if (step.kind !== 'frame') continue;
        text += step.text;
        tokens += step.tokens;
        reasoning += step.reasoning;
      }
      return { ...reply, steps: [frame(text, tokens, reasoning)] };
    },
  },
  'hostile-headers': {
    about: 'Set-Cookie, Location, X-Svc-Model, X-Request-ID and others that are not ours to relay.',
    reply: (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        'set-cookie': ['session=stolen; Path=/', 'tracker=1'],
        location: 'http://elsewhere.example/',
        'x-svc-model': 'stranger/other-model',
        'x-svc-charge': '0.000000000',
        'x-request-id': 'req_of_the_stranger',
        'x-internal-token': 'of the stranger',
        'access-control-allow-origin': '*',
        'strict-transport-security': 'max-age=0',
        server: 'stranger/1.0',
        'www-authenticate': 'Bearer realm="stranger"',
        'openai-organization': 'org-of-the-stranger',
        'content-disposition': 'attachment; filename="answer.exe"',
      },
    }),
  },
  header: {
    about: 'One header `name` with this value.',
    parameters: ['name', 'value'],
    reply: (reply, options) => ({
      ...reply,
      headers: { ...reply.headers, [options.text('name', 'x-extra')]: options.text('value', '1') },
    }),
  },
};
