import type { Loose } from './readers/reader.ts';
import { createDelivered } from '@tollgate/inference/dispatch/delivered';
import { countDelivered } from '@tollgate/providers/tokens/delivered-tokens';
import { familyById } from '@tollgate/providers/families';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import { SEEN, UNSEEN } from './hostile-text.ts';
import { READERS } from './readers/readers.ts';
import {
  RECORDINGS,
  familyIdOf,
  hasRecordings,
  isConversation,
  readRecordings,
  endpointFor,
  wireIdOf,
} from './recordings.ts';
import type { Recording } from './recordings.ts';
import { countedByGpt4o, countedIn } from './tokenizers.ts';

/** The error that the count of prose may have, beside what a provider counts. */
const LEAST = 0.95;
const MOST = 1.3;
/**
 * The shortest answer that is compared, in tokens: in a shorter one the mark of its end alone is
 * more than the error.
 */
const TOKENS_MIN = 40;
/** Longer runs without a break take a tokenizer time by their square. */
const UNITS = 300;
const seed = seedOfEnvironment();
const random = createRandom(seed);

const total = (text: string): number => {
  const { prose, other } = countDelivered(text, 3);
  return prose + other;
};

const PROSE: Record<string, string> = {
  English:
    'The caller who stops an answer pays for what was delivered, and not for more. Nobody knows how many tokens the provider has counted by then, so we count the words ourselves. ' +
    "It's a count that is close for plain prose: short words are one token each, and longer ones are two or three.\n\nWhat does that mean for a customer? Very little, most of the time.",
  German:
    'Wer eine Antwort abbricht, zahlt nur für das, was schon geliefert wurde. Wie viele Tokens der Anbieter bis dahin gezählt hat, weiß niemand, und deshalb zählen wir die Wörter selbst. Das ist für normale Texte recht genau, weil kurze Wörter fast immer ein Token sind.',
  French:
    'La personne qui arrête une réponse ne paie que ce qui a été livré. Nous ne savons pas combien de jetons le fournisseur a comptés, alors nous comptons les mots. Pour un texte simple, le résultat est assez proche de la réalité, et personne ne paie trois fois le prix.',
  Spanish:
    'La persona que detiene una respuesta paga solo por lo que ya fue entregado. No sabemos cuántas unidades ha contado el proveedor, y por eso contamos las palabras. Para un texto simple el resultado está muy cerca de la realidad.',
  'English with lists and numbers':
    'Here is what you can do:\n\n1. **Open** the page of your keys, and look for the one that you want.\n2. **Change** its name to something that you will find again.\n3. **Save** the page. It takes about 20 seconds.\n\n- The limit is 500 calls per day.\n- The price is the same as before (3.5 credits).',
};

describe('prose', () => {
  it.each(Object.entries(PROSE))('%s costs what a tokenizer makes of it', (_name, text) => {
    const honest = countedByGpt4o(text);
    expect(total(text)).toBeGreaterThanOrEqual(LEAST * honest);
    expect(total(text)).toBeLessThanOrEqual(MOST * honest);
  });

  it('is told from a text without common words, which costs the most that it can', () => {
    const words = 'lorem ipsum dolor amet consectetur adipiscing elit tempor '.repeat(4);
    expect(countDelivered(words, 3).prose).toBe(0);
  });

  it('costs nothing where there is none', () => {
    expect(countDelivered('', 3)).toEqual({ prose: 0, other: 0 });
  });
});

describe(`text that is made to cost more than prose, seed ${seed}`, () => {
  const CLASSES = [...SEEN, ...UNSEEN].map((one) => [one.name, one] as const);

  it.each(CLASSES)('%s', (_name, one) => {
    const text = one.write(random, UNITS);
    expect(total(text)).toBeGreaterThanOrEqual(LEAST * countedIn(text));
  });

  it.each(CLASSES.filter(([name]) => name !== 'words of random syllables'))(
    '%s behind prose',
    (_name, one) => {
      const prose = PROSE['English'] ?? '';
      const text = `${prose} ${one.write(random, 100)} ${prose} ${one.write(random, 100)}`;
      expect(total(text)).toBeGreaterThanOrEqual(LEAST * countedIn(text));
    },
  );

  it('random words between common ones', () => {
    const common = 'the and that with this from have are'.split(' ');
    const [letters] = UNSEEN.filter(({ name }) => name === 'words of eight random letters');
    const strange = letters?.write(random, 500).split(' ') ?? [];
    const text = strange.map((word) => `${random.pick(common)} ${word}`).join(' ');
    expect(total(text)).toBeGreaterThanOrEqual(LEAST * countedIn(text));
  });
});

/**
 * A reply of one text and nothing else: what its provider made besides cannot be counted from
 * outside.
 */
function answerIn(recording: Recording): { text: string; honest: number } | null {
  const wire = wireIdOf(recording);
  if (!isConversation(recording) || recording.response.status !== 200 || wire === null) return null;
  const answer = READERS[wire]?.chat(recording);
  const [choice, ...more] = [...(answer?.choices.values() ?? [])];
  if (answer?.usage === null || answer === undefined || choice === undefined) return null;
  const isAlone =
    more.length === 0 &&
    choice.calls.length + choice.opaque.length === 0 &&
    choice.reasoning + choice.refusal === '' &&
    (answer.usage.reasoning ?? 0) === 0 &&
    !usesServerTools(recording);
  return isAlone ? { text: choice.text, honest: answer.usage.completion } : null;
}

function usesServerTools({ response }: Recording): boolean {
  const reply: Loose = response.body ?? response.sse ?? '';
  return /server_tool_use|_call_output|web_search|code_execution|code_interpreter|image_generation_call/u.test(
    JSON.stringify(reply),
  );
}

/** Enough words, and hardly anything but words, numbers and the marks of sentences. */
function isPlainProse(text: string): boolean {
  const runs = text.split(/[ \n]+/u);
  const plain = runs.filter((run) =>
    /^[*("“'#-]*(?:[A-Za-z]+(?:[-'’][A-Za-z]+)*|\d+)?[*)"”'.,:;!?-]*$/u.test(run),
  );
  return runs.length >= 20 && plain.length >= 0.95 * runs.length;
}

// Without recordings the report shows one skipped test with the reason in its title.
const overRecordings = hasRecordings ? test : test.skip;
overRecordings(
  'prose of recorded answers costs 0.95 to 1.3 of what its provider counted (needs the recordings)',
  () => {
    const found: { id: string; ratio: number }[] = [];
    for (const recording of readRecordings(RECORDINGS)) {
      const family = familyById(familyIdOf(recording) ?? '');
      const answer = answerIn(recording);
      if (family === undefined || answer === null || answer.honest < TOKENS_MIN) continue;
      if (!isPlainProse(answer.text)) continue;
      const endpoint = endpointFor(recording, family.id, '');
      const delivered = createDelivered(family.overhead(endpoint));
      delivered.take([{ index: 0, delta: { content: answer.text }, finish_reason: null }]);
      const ratio = delivered.owed().output / answer.honest;
      found.push({ id: recording.id, ratio });
    }
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ ratio }) => ratio < LEAST || ratio > MOST)).toEqual([]);
  },
);
