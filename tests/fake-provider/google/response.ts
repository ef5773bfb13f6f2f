import type { Answer, Choice, ToolCall } from '../answer.ts';
import { changedUsage } from '../openai/usage.ts';
import { frame, jsonReply, type Reply, type Step } from '../reply.ts';
import { runParts, searchesOf } from './invocations.ts';
import { type ContentPrompt, isThird } from './request.ts';
import { signatureOf } from './signature.ts';

type Json = Record<string, unknown>;

const FINISHES: Record<string, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
};

let idCount = 0;

function newResponseId(): string {
  idCount += 1;
  return `${Date.now().toString(36)}${idCount.toString(36).padStart(14, '0')}`;
}

/** Writes an answer as the provider does: one reply, or a reply for each piece. */
export function renderContent(answer: Answer, prompt: ContentPrompt): Reply {
  const close = { modelVersion: prompt.model, responseId: newResponseId() };
  if (prompt.stream) return renderStream(answer, prompt, close);
  const { output, reasoning } = answer.tokens;
  const candidates = answer.choices.map((choice, index) => ({
    content: { parts: joined(piecesOf(choice, prompt, answer)), role: 'model' },
    finishReason: finishOf(choice),
    index,
    ...groundingOf(answer, prompt, choice),
    ...pagesOf(answer, prompt),
  }));
  const usage = usageOf(answer, output, reasoning, readAgain(answer, prompt));
  const body = { candidates, ...usage, ...close };
  return jsonReply(200, body, answer.tokens);
}

/** One part of a turn with the tokens that it hands over. */
interface Piece {
  part: Json;
  tokens: number;
  reasoning: number;
}

function piecesOf(choice: Choice, prompt: ContentPrompt, answer: Answer): Piece[] {
  const { model } = prompt;
  const said = [...choice.text, ...choice.refusal];
  const pieces: Piece[] = choice.reasoning.map((text) => ({
    part: prompt.showsReasoning ? { text, thought: true } : {},
    tokens: 1,
    reasoning: 1,
  }));
  pieces.push(...codePieces(answer, prompt));
  pieces.push(...shownRuns(answer, prompt));
  pieces.push(...said.map((text) => ({ part: { text }, tokens: 1, reasoning: 0 })));
  choice.calls.forEach((call, index) => {
    const made = callOf(call, model);
    const signature = signatureOf(model, [made['name'], made['args']]);
    const signed = index === 0 && signs(choice, model) ? { thoughtSignature: signature } : {};
    const part = { functionCall: made, ...signed };
    pieces.push({ part, tokens: call.arguments.length + 1, reasoning: 0 });
  });
  if (choice.calls.length === 0 && signs(choice, model)) {
    const part = { text: '', thoughtSignature: signatureOf(model, '') };
    pieces.push({ part, tokens: 0, reasoning: 0 });
  }
  return pieces;
}

/** How often code runs; the provider has no bound in a request. */
function codeRuns({ code }: Answer, { runsCode }: ContentPrompt): number {
  return runsCode ? (code?.reported ?? code?.ran ?? 0) : 0;
}

/**
 * Each run of code with what it prints; the last one draws an image. Later lines number the runs,
 * and sign the first.
 */
function codePieces(answer: Answer, prompt: ContentPrompt): Piece[] {
  const { model } = prompt;
  const count = codeRuns(answer, prompt);
  const parts = Array.from({ length: count }, (_, at): Json[] => {
    const id = isThird(model) ? { id: `run${at}` } : {};
    const code = `print(${at})\n`;
    const signed = isThird(model) && at === 0 ? { thoughtSignature: signatureOf(model, code) } : {};
    return [
      { executableCode: { language: 'PYTHON', code, ...id }, ...signed },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: `${at}\n`, ...id } },
      ...(at === count - 1
        ? [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }]
        : []),
    ];
  });
  return parts.flat().map((part) => ({ part, tokens: 0, reasoning: 0 }));
}

/** The searches and pages of an answer that shows its runs. */
function shownRuns(answer: Answer, prompt: ContentPrompt): Piece[] {
  if (!prompt.showsRuns) return [];
  const searches = searchesOf(answer, prompt.searches);
  const parts = runParts({ searches, pages: pagesRead(answer, prompt) }, prompt.model);
  return parts.map((part) => ({ part, tokens: 0, reasoning: 0 }));
}

/** How many pages are fetched: twenty at most. */
function pagesRead({ fetches }: Answer, { fetchesPages }: ContentPrompt): number {
  return fetchesPages ? Math.min(fetches?.ran ?? 0, PAGES_MAX) : 0;
}
const PAGES_MAX = 20;

/** The pages of a request, and one behind them that cannot be had. */
function pagesOf(answer: Answer, prompt: ContentPrompt): Json {
  const count = pagesRead(answer, prompt);
  if (count === 0) return {};
  const read = Array.from({ length: count }, (_, at) => ({
    retrievedUrl: `https://example.com/${at}`,
    urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS',
  }));
  const unsafe = {
    retrievedUrl: 'https://example.com/unsafe',
    urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_UNSAFE',
  };
  return { urlContextMetadata: { urlMetadata: [...read, unsafe] } };
}

/** Input tokens of the turns behind runs of code and pages, which read the prompt again. */
function readAgain(answer: Answer, prompt: ContentPrompt): number {
  const isRead = codeRuns(answer, prompt) + pagesRead(answer, prompt) > 0;
  return isRead ? Math.floor(answer.tokens.input / 2) : 0;
}

function signs({ reasoning }: Choice, model: string): boolean {
  return reasoning.length > 0 || isThird(model);
}

/** Older lines give no ids. Arguments that are no JSON go out as the text that they are. */
function callOf({ name, id, arguments: pieces }: ToolCall, model: string): Json {
  const text = pieces.join('');
  const made = { name, args: argumentsOf(text) };
  return isThird(model) ? { ...made, id } : made;
}

function argumentsOf(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

/** Text of one kind in a row is one part of a whole reply; reasoning that is not shown is none. */
function joined(pieces: readonly Piece[]): Json[] {
  const parts: Json[] = [];
  for (const { part } of pieces) {
    const last = parts.at(-1);
    const isBare = part['text'] !== undefined && part['thoughtSignature'] === undefined;
    const continues = isBare && last?.['text'] !== undefined && last['thought'] === part['thought'];
    if (continues) last['text'] = String(last['text']) + String(part['text']);
    else if (Object.keys(part).length > 0) parts.push({ ...part });
  }
  return parts;
}

function finishOf({ finish, refusal }: Choice): string {
  if (refusal.length > 0) return 'SAFETY';
  return FINISHES[finish] ?? finish.toUpperCase();
}

/**
 * The queries of a request that searches, and the page that the whole text rests on; positions are
 * bytes, and a query that is repeated or empty is no further one.
 */
function groundingOf(answer: Answer, prompt: ContentPrompt, { text, calls }: Choice): Json {
  const count = searchesOf(answer, prompt.searches);
  const queries = Array.from({ length: count }, (_, at) => `query ${at}`);
  // An answer that ends with a call has no text that could rest on a page.
  if (queries.length === 0 || (prompt.showsRuns && calls.length > 0)) return {};
  const said = text.join('');
  const segment = { endIndex: Buffer.byteLength(said), text: said };
  return {
    groundingMetadata: {
      searchEntryPoint: { renderedContent: '<div></div>' },
      groundingChunks: [{ web: { uri: 'https://example.com/0', title: 'Page 0' } }],
      groundingSupports: [{ segment, groundingChunkIndices: [0] }],
      webSearchQueries: [...queries, 'query 0', ''],
    },
  };
}

/**
 * Counts so far. Output includes the reasoning here, and does not on the wire.
 * @param again input of turns behind the first, which the wire counts apart
 */
export function usageOf(answer: Answer, output: number, reasoning: number, again = 0): Json {
  if (answer.usage.position === 'none') return {};
  const { cached } = answer.tokens;
  const input = answer.tokens.input - again;
  const usage = {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: answer.tokens.input + output,
    ...(again > 0 ? { toolUsePromptTokenCount: again } : {}),
    ...(cached > 0 ? { cachedContentTokenCount: cached } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
    ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
  };
  return { usageMetadata: changedUsage(usage, answer) };
}

/**
 * Every reply of a stream reports the usage so far. What the pieces are short of the ordered counts
 * comes with the finish, on the invoice too.
 */
function renderStream(answer: Answer, prompt: ContentPrompt, close: Json): Reply {
  const steps: Step[] = [];
  let output = 0;
  let reasoning = 0;
  const send = (candidates: Json[], tokens = 0, thought = 0): void => {
    output += tokens;
    reasoning += thought;
    const usage = usageOf(answer, output, reasoning, readAgain(answer, prompt));
    const reply = { candidates, ...usage, ...close };
    steps.push(frame(`data: ${JSON.stringify(reply)}\r\n\r\n`, tokens, thought));
  };
  const perChoice = answer.choices.map((choice) => piecesOf(choice, prompt, answer));
  const rounds = Math.max(0, ...perChoice.map((pieces) => pieces.length));
  for (let round = 0; round < rounds; round += 1) {
    perChoice.forEach((pieces, index) => {
      const piece = pieces[round];
      if (!piece) return;
      const parts = Object.keys(piece.part).length > 0 ? [piece.part] : [];
      send([{ content: { parts, role: 'model' }, index }], piece.tokens, piece.reasoning);
    });
  }
  const last = answer.choices.length - 1;
  answer.choices.forEach((choice, index) => {
    const content = { parts: [{ text: '' }], role: 'model' };
    const tokens = index === last ? answer.tokens.output - output : 0;
    const thought = index === last ? answer.tokens.reasoning - reasoning : 0;
    const grounding = { ...groundingOf(answer, prompt, choice), ...pagesOf(answer, prompt) };
    send([{ content, finishReason: finishOf(choice), index, ...grounding }], tokens, thought);
  });
  if (answer.choices.length === 0) send([]);
  const headers = { 'content-type': 'text/event-stream' };
  return { status: 200, headers, steps, stream: true, served: answer.tokens };
}
