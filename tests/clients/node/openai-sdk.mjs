/** OpenAI's SDK for TypeScript: every route that it has a method for. */
import OpenAI, { toFile } from 'openai';
import { BASE_URL, FEATURE, KEY, MODEL, expectWords } from './tried.mjs';

const HELLO = 'Say hello.';
const PATIENCE_MS = 90_000;
const client = new OpenAI({ apiKey: KEY, baseURL: BASE_URL, maxRetries: 0 });
const messages = [{ role: 'user', content: HELLO }];

async function conversation() {
  const { choices } = await client.chat.completions.create({ model: MODEL, messages });
  const said = choices[0].message.content;
  expectWords(said.length > 0, 'true');
  let streamed = '';
  for await (const { choices } of await client.chat.completions.create({
    model: MODEL,
    messages,
    stream: true,
  })) {
    streamed += choices[0]?.delta.content ?? '';
  }
  expectWords(streamed, said);
  const { output_text: text } = await client.responses.create({ model: MODEL, input: HELLO });
  expectWords(text, said);
  const final = await client.responses.stream({ model: MODEL, input: HELLO }).finalResponse();
  expectWords(final.output_text, said);
}

async function vectors() {
  const { data } = await client.embeddings.create({ model: MODEL, input: ['one', 'two'] });
  expectWords(data.length, '2');
  expectWords(typeof data[1].embedding[0], 'number');
}

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);
const expectImage = ({ data }) =>
  expectWords(/^(?:iVBOR|\/9j\/|UklGR)/u.test(data[0].b64_json), 'true');

const images = async () =>
  expectImage(await client.images.generate({ model: MODEL, prompt: 'A red fox.' }));
async function edits() {
  const image = await toFile(PIXEL, 'fox.png', { type: 'image/png' });
  expectImage(await client.images.edit({ model: MODEL, image, prompt: 'Make it blue.' }));
}

async function imageEvents() {
  const given = { model: MODEL, prompt: 'A red fox.', stream: true, partial_images: 1 };
  let last;
  for await (const event of await client.images.generate(given)) last = event;
  expectWords(last?.type, 'image_generation.completed');
}
async function editEvents() {
  const image = await toFile(PIXEL, 'fox.png', { type: 'image/png' });
  let last;
  const given = { model: MODEL, image, prompt: 'Make it blue.', stream: true };
  for await (const event of await client.images.edit(given)) last = event;
  expectWords(last?.type, 'image_edit.completed');
}

async function imageTool() {
  const tool = { type: 'image_generation', quality: 'low', size: '1024x1024' };
  const tool_choice = { type: tool.type };
  const given = { model: MODEL, input: 'A red fox.', tool_choice, max_tool_calls: 1 };
  const { output } = await client.responses.create({ ...given, tools: [tool] });
  const expectMade = (items) => {
    const made = items.find(({ type }) => type === 'image_generation_call');
    expectImage({ data: [{ b64_json: made?.result }] });
  };
  expectMade(output);
  const stream = client.responses.stream({ ...given, tools: [{ ...tool, partial_images: 1 }] });
  let preview;
  stream.on('response.image_generation_call.partial_image', (event) => (preview = event));
  expectMade((await stream.finalResponse()).output);
  expectImage({ data: [{ b64_json: preview?.partial_image_b64 }] });
}

const SPOKEN = { model: MODEL, voice: VOICE(), input: HELLO };
function VOICE() {
  const [provider] = MODEL.split('/');
  return { google: 'Kore', voices: 'af_heart', elevenlabs: 'George' }[provider] ?? 'alloy';
}
async function speech() {
  const answer = await client.audio.speech.create(SPOKEN);
  expectWords((await answer.arrayBuffer()).byteLength > 0, 'true');
}
async function speechEvents() {
  const answer = await client.audio.speech.create({ ...SPOKEN, stream_format: 'sse' });
  expectWords(await answer.text(), 'speech.audio.done');
}

const SAMPLES_PER_SECOND = 8_000;
/** Two seconds of silence as a WAV file. */
function talk() {
  const length = 2 * SAMPLES_PER_SECOND;
  const wav = Buffer.alloc(44 + length, 0x80);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + length, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(length, 40);
  return toFile(wav, 'talk.wav', { type: 'audio/wav' });
}
async function transcription() {
  const { text } = await client.audio.transcriptions.create({ model: MODEL, file: await talk() });
  expectWords(text.length > 0, 'true');
}
async function transcriptionEvents() {
  let last;
  const given = { model: MODEL, file: await talk(), stream: true };
  for await (const event of await client.audio.transcriptions.create(given)) last = event;
  expectWords(last?.type, 'transcript.text.done');
}
async function translation() {
  const { text } = await client.audio.translations.create({ model: MODEL, file: await talk() });
  expectWords(text.length > 0, 'true');
}

async function moderation() {
  const { results } = await client.moderations.create({ model: MODEL, input: HELLO });
  expectWords(results[0].flagged, 'false');
}

async function until(look) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (['completed', 'failed', 'expired', 'cancelled'].includes(found.status)) return found;
    if (Date.now() > end) throw new Error(`still ${found.status}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function video() {
  const { id } = await client.videos.create({ model: MODEL, prompt: 'A calm sea.' });
  const made = await until(() => client.videos.retrieve(id));
  expectWords(made.status, 'completed');
  const file = Buffer.from(await (await client.videos.downloadContent(id)).arrayBuffer());
  expectWords(file.toString('latin1', 4, 8), 'ftyp');
}

async function batch() {
  const body = { model: MODEL, messages, max_tokens: 100 };
  const line = { custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body };
  const file = await toFile(Buffer.from(`${JSON.stringify(line)}\n`), 'lines.jsonl');
  const { id } = await client.files.create({ file, purpose: 'batch' });
  const begun = await client.batches.create({
    input_file_id: id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  const ended = await until(() => client.batches.retrieve(begun.id));
  expectWords(`${ended.status} ${ended.request_counts.completed}`, 'completed 1');
  expectWords(await (await client.files.content(ended.output_file_id)).text(), '"status_code":200');
}

/** Tools that the provider of the model runs. */
async function searchAndCode() {
  const given = {
    model: MODEL,
    input: '[[provider: search=1; code=1]] How many people live in Bern, times two?',
    tools: [{ type: 'web_search' }, { type: 'code_interpreter', container: { type: 'auto' } }],
  };
  const whole = await client.responses.create(given);
  const streamed = await client.responses.stream(given).finalResponse();
  for (const { output, output_text: text } of [whole, streamed]) {
    const types = output.map(({ type }) => type).join(' ');
    expectWords(types, 'web_search_call');
    expectWords(types, 'code_interpreter_call');
    const message = output.find(({ type }) => type === 'message');
    const [cited] = message.content[0].annotations;
    expectWords(cited.type, 'url_citation');
    expectWords(cited.end_index, String(text.length));
  }
}

/** A search of files in a vector store that is listed. */
async function fileSearch() {
  const [store] = (await client.vectorStores.list()).data;
  expectWords((await client.vectorStores.retrieve(store.id)).name, 'Handbook');
  const given = {
    model: MODEL,
    input: '[[provider: files=1]] When does the office open?',
    tools: [{ type: 'file_search', vector_store_ids: [store.id] }],
    tool_choice: { type: 'file_search' },
    include: ['file_search_call.results'],
  };
  const whole = await client.responses.create(given);
  const streamed = await client.responses.stream(given).finalResponse();
  for (const { output } of [whole, streamed]) {
    const search = output.find(({ type }) => type === 'file_search_call');
    expectWords(search?.results[0].filename, 'handbook.pdf');
    const message = output.find(({ type }) => type === 'message');
    expectWords(message.content[0].annotations[0].type, 'file_citation');
  }
}

/** Calls of an MCP server that wait for an approval. */
async function approvals() {
  const tools = [
    {
      type: 'mcp',
      server_label: 'dice',
      server_url: 'https://dice.example.com/mcp',
      require_approval: 'always',
    },
  ];
  const input = [{ role: 'user', content: '[[provider: mcp=1]] Roll the dice.' }];
  const ask = {
    whole: (given) => client.responses.create(given),
    streamed: (given) => client.responses.stream(given).finalResponse(),
  };
  for (const respond of Object.values(ask)) {
    const { output } = await respond({ model: MODEL, tools, input });
    const request = output.find(({ type }) => type === 'mcp_approval_request');
    expectWords(request?.name, 'roll');
    const answer = {
      type: 'mcp_approval_response',
      approval_request_id: request.id,
      approve: true,
    };
    const next = await respond({ model: MODEL, tools, input: [...input, ...output, answer] });
    const call = next.output.find(({ type }) => type === 'mcp_call');
    expectWords(call?.approval_request_id, request.id);
    expectWords(next.output_text.length > 0, 'true');
  }
}

const TRIED = {
  approvals,
  'file search': fileSearch,
  conversation,
  vectors,
  images,
  edits,
  'image events': imageEvents,
  'edit events': editEvents,
  'image tool': imageTool,
  speech,
  'speech events': speechEvents,
  transcription,
  'transcription events': transcriptionEvents,
  translation,
  moderation,
  video,
  batch,
  'search and code': searchAndCode,
};
await TRIED[FEATURE]();
