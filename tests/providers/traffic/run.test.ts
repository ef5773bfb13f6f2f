import type { Recording } from '../recordings.ts';
import { randomFrom } from '../replay.ts';
import { startReplayer } from './replayer.ts';
import type { Replayer } from './replayer.ts';
import { checkRecording, checkStep } from './run.ts';
import { sessionSteps } from './sessions.ts';
import { tableOf } from './table.ts';

let replayer: Replayer;

beforeAll(async () => {
  replayer = await startReplayer(randomFrom(1));
});

afterAll(() => replayer.stop());

const DONE = { model: 'm', done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 2 };
const CALL = { id: 'call_1', function: { index: 0, name: 'f', arguments: { a: 1 } } };

function recording(more: Partial<Recording>): Recording {
  return {
    id: 'made-up',
    family: 'ollama',
    provider: 'ollama',
    endpoint: 'chat',
    model: 'm',
    kind: 'json',
    feature: ['chat'],
    session: { group: 'g', step: 0 },
    request: null,
    response: { status: 200, body: { ...DONE, message: { role: 'assistant', content: 'Hi.' } } },
    ...more,
  };
}

async function faultsOf(more: Partial<Recording>): Promise<string> {
  return (await checkRecording(recording(more), replayer)).faults.join('\n');
}

it('a recording passes whose answer is mapped as it was said', async () => {
  expect(await faultsOf({})).toBe('');
  const line = JSON.stringify({ ...DONE, message: { content: 'Grüezi 😀', tool_calls: [CALL] } });
  expect(await faultsOf({ response: { status: 200, ndjson: `${line}\n` } })).toBe('');
  const body = { error: 'model "m" not found' };
  expect(await faultsOf({ response: { status: 404, body } })).toBe('');
  expect(await faultsOf({ response: { status: 200, body: { error: 'gone' } } })).toBe('');
});

it('a recording fails whose answer is mapped otherwise', async () => {
  expect(await faultsOf({ family: 'unheard-of' })).toContain('no family serves');
  // The reader takes calls that lie one over the other as they come; ours must not have one id
  // twice.
  const message = { role: 'assistant', content: '', tool_calls: [CALL, CALL] };
  expect(await faultsOf({ response: { status: 200, body: { ...DONE, message } } })).toContain('id');
  const refused = { ...DONE, message: { role: 'assistant', content: 7 } };
  expect(await faultsOf({ response: { status: 200, body: refused } })).toContain('malformed');
});

it('the replay tells recordings that it cannot read apart from faults of the engine', async () => {
  const read = { response: { status: 200, ndjson: '{"done":true, "message":' } };
  const broken = await checkRecording(recording(read), replayer);
  expect(broken.runnerFault).toContain('cannot read it (chat): SyntaxError');
  expect(broken.faults).toEqual([]);
  const unknown = await checkRecording(recording({ endpoint: 'unheard-of' }), replayer);
  expect(unknown.runnerFault).toContain('nobody knows the endpoint');
  const table = tableOf([broken, unknown]);
  expect(table).toMatch(/ollama {2,}0 +0 +0 +2/u);
  expect(table).toMatch(/Faults of this runner\n {2}1 x ollama: nobody knows/u);
});

it('the table names Vertex AI among what the runner leaves out', async () => {
  const vertex = recording({ family: 'gemini', provider: 'vertex' });
  const table = tableOf([await checkRecording(vertex, replayer)]);
  expect(table).toMatch(/Out of scope\n {2}1 x google: Vertex AI/u);
});

it('compares where a request went to and what it asked for', async () => {
  const messages = [{ role: 'user', content: 'Hello.' }];
  const asking = (body: object, url = 'http://localhost:11434/api/chat') =>
    faultsOf({ request: { method: 'POST', url, body: { model: 'm', messages, ...body } } });
  expect(await asking({ stream: false })).toBe('');
  expect(await asking({ stream: false }, 'http://localhost:11434/api/talk')).toContain('path');
  expect(await asking({ stream: false, model: 'another' })).toContain('settings.model');
});

it('the replay tells what a client asked for by a field of its provider alone', async () => {
  const messages = [{ role: 'user', content: 'Hello.' }];
  const body = { model: 'm', messages, stream: false, keep_alive: '5m' };
  const request = { method: 'POST', url: 'http://localhost:11434/api/chat', body };
  const { faults, unsaid } = await checkRecording(recording({ request }), replayer);
  expect(faults).toEqual([]);
  expect(unsaid).toBe('but for what no field of ours says: settings.keep_alive');
});

it('the runner leaves out what no route serves, and says why', async () => {
  const verdict = await checkRecording(recording({ endpoint: 'generate' }), replayer);
  expect(verdict.outOfScope).toContain('bare prompt');
  const failed = await checkRecording(recording({ family: 'unheard-of' }), replayer);
  const table = tableOf([verdict, failed]);
  expect(table).toMatch(/ollama {2,}0 +0 +1/u);
  expect(table).toMatch(/1 x ollama: completion of a bare prompt/u);
  expect(table).toMatch(/Failed\n {2}made-up\n {4}no family/u);
});

it('walks a session, and misses what was dropped on the way', async () => {
  const message = { role: 'assistant', content: '', thinking: 'Hm.', tool_calls: [CALL] };
  const first = recording({ response: { status: 200, body: { ...DONE, message } } });
  const result = { role: 'tool', tool_name: 'f', content: '7' };
  const next = (turn: object): Recording =>
    recording({
      session: { group: 'g', step: 1 },
      request: {
        url: 'http://localhost:11434/api/chat',
        body: { messages: [{ role: 'user', content: 'x' }, turn, result] },
      },
    });
  const faultsWith = async (turn: object): Promise<string> => {
    const [step] = sessionSteps([first, next(turn)]);
    if (step === undefined) throw new TypeError('no step');
    const verdict = await checkStep(step, replayer);
    return verdict.outOfScope ?? verdict.faults.join('\n');
  };
  expect(await faultsWith(message)).toBe('');
  expect(await faultsWith({ ...message, thinking: 'Something else.' })).toContain('reasoning');
  expect(await faultsWith({ role: 'assistant', content: 'else' })).toContain('does not carry');
});
