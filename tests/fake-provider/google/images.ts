import { asksFor, countOf, imageIn } from '../image-terms.ts';
import { isJson } from '../openai/chat-request.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { Refusal, type Call, type Operation } from '../wire.ts';
import { modelIn, refuse } from './request.ts';

const MODELS = /^imagen-4\.0-(?:fast-|ultra-)?generate-001$/u;
const INSTANCE = new Set(['prompt']);
const PARAMETERS = new Set([
  'sampleCount',
  'aspectRatio',
  'sampleImageSize',
  'outputOptions',
  'includeRaiReason',
  'personGeneration',
]);
const SHAPES = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const IMAGES_MAX = 4;
const SIDE = '256x256';
const NOTHING = { input: 0, cached: 0, written: 0, hour: 0, output: 0, reasoning: 0 };

function assertKnown(value: Record<string, unknown>, known: ReadonlySet<string>): void {
  const name = Object.keys(value).find((one) => !known.has(one));
  if (name !== undefined)
    refuse(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
}

function make(call: Call): Reply {
  const model = modelIn(call.path);
  if (!MODELS.test(model)) {
    const message = `models/${model} is not found for API version v1beta, or is not supported for predict.`;
    throw new Refusal({ status: 404, message, code: null });
  }
  const { body } = call;
  if (!isJson(body) || !Array.isArray(body['instances'])) refuse('Invalid JSON payload received.');
  const [instance, ...others] = body['instances'] as unknown[];
  if (!isJson(instance) || others.length > 0) refuse('* instances: one is needed');
  assertKnown(instance, INSTANCE);
  const { prompt } = instance;
  if (typeof prompt !== 'string' || prompt === '') refuse('* prompt: is empty');
  const parameters = isJson(body['parameters']) ? body['parameters'] : {};
  assertParameters(parameters, model);
  const count = Number(parameters['sampleCount'] ?? 1);
  return jsonReply(200, { predictions: predictionsOf(prompt, count) }, NOTHING);
}

function assertParameters(parameters: Record<string, unknown>, model: string): void {
  assertKnown(parameters, PARAMETERS);
  const {
    sampleCount: count = 1,
    aspectRatio: shape = '1:1',
    sampleImageSize: size,
  } = parameters as Record<string, string | number | undefined>;
  if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > IMAGES_MAX) {
    refuse(`* sampleCount: is out of bound, 1 to ${IMAGES_MAX}.`);
  }
  if (!SHAPES.includes(String(shape))) refuse('* aspectRatio: is not supported.');
  const takesSize = !model.includes('fast');
  if (size !== undefined && (!takesSize || !['1K', '2K'].includes(String(size)))) {
    refuse('* sampleImageSize: is not supported.');
  }
}

/** Images that are kept back say why; of all of them, or of the last one. */
function predictionsOf(prompt: string, asked: number): Record<string, unknown>[] {
  const made = asksFor(prompt, 'filtered') ? 0 : countOf(prompt, asked);
  const reason = { raiFilteredReason: 'Unable to show generated images: unsafe content.' };
  return Array.from({ length: Math.max(asked, made) }, (_, index) =>
    index < made
      ? { mimeType: 'image/png', bytesBase64Encoded: imageIn(prompt, SIDE, index) }
      : reason,
  );
}

/** Imagen over the Gemini API. */
export const IMAGE_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  [
    'POST',
    /\/models\/[^/]+:predict$/u,
    {
      name: 'images',
      peek({ path, body }) {
        const instances = isJson(body) && Array.isArray(body['instances']) ? body['instances'] : [];
        const [first] = instances as unknown[];
        const prompt = isJson(first) ? first['prompt'] : '';
        const model = /\/models\/(?<model>[^:]+)/u.exec(path)?.groups?.['model'] ?? null;
        return { model, text: typeof prompt === 'string' ? prompt : '', stream: false };
      },
      answer: make,
    },
  ],
];
