import type { Answer, Tokens, UsagePosition } from '../answer.ts';
import type { Behaviour, BehaviourTable } from '../behaviour.ts';

type Report = Answer['usage'];

const HUGE = 1e18;

const KINDS: Record<string, (factor: number) => Partial<Report>> = {
  none: () => ({ position: 'none' }),
  null: () => ({ whole: null }),
  text: () => ({ whole: 'plenty' }),
  zero: () => ({ number: () => 0 }),
  negative: () => ({ number: (value) => -Math.max(value, 1) }),
  string: () => ({ number: String }),
  fraction: () => ({ number: (value) => value + 0.5 }),
  'null-numbers': () => ({ number: () => null }),
  huge: () => ({ number: () => HUGE }),
  larger: (factor) => ({ number: (value) => value * factor }),
};

const POSITIONS: readonly UsagePosition[] = [
  'end',
  'none',
  'finish',
  'every',
  'twice',
  'after-done',
];

const usage: Behaviour = {
  about:
    'What is told about tokens: none, null, text, zero, negative, string, fraction, null-numbers, ' +
    'huge, larger (`factor`), or where: finish, every, twice, after-done.',
  parameters: ['value', 'factor'],
  draft(answer, options) {
    const kind = options.text('value', 'none');
    const position = POSITIONS.find((known) => known === kind);
    const change = KINDS[kind]?.(options.number('factor', 1_000)) ?? {};
    return { ...answer, usage: { ...answer.usage, ...(position && { position }), ...change } };
  },
};

const tokens: Behaviour = {
  about:
    'Exact counts for invoice and usage; output includes reasoning, input includes cached and written, written includes hour.',
  parameters: ['input', 'output', 'cached', 'written', 'hour', 'reasoning'],
  draft(answer, options) {
    const reported: Tokens = {
      input: options.number('input', answer.tokens.input),
      output: options.number('output', answer.tokens.output),
      cached: options.number('cached', answer.tokens.cached),
      written: options.number('written', answer.tokens.written),
      hour: options.number('hour', answer.tokens.hour),
      reasoning: options.number('reasoning', answer.tokens.reasoning),
    };
    return { ...answer, tokens: reported };
  },
};

const tier: Behaviour = {
  about: 'The service tier that the answer says, of providers that have tiers.',
  parameters: ['value'],
  draft: (answer, options) => ({ ...answer, tier: options.text('value', 'default') }),
};

const runs = (
  name: 'searches' | 'fetches' | 'code' | 'mcp' | 'files',
  about: string,
): Behaviour => ({
  about,
  parameters: ['value', 'reported'],
  draft(answer, options) {
    const ran = options.number('value', 1);
    const reported = options.number('reported', -1);
    return { ...answer, [name]: { ran, ...(reported < 0 ? {} : { reported }) } };
  },
});

const search = runs(
  'searches',
  'How often the web is searched, at most as often as the request allows, and how many searches usage reports.',
);
const fetch = runs(
  'fetches',
  'How many pages are fetched, at most as many as the request allows, and how many usage reports.',
);
const code = runs(
  'code',
  'How often code runs, where the request allows it, and how many runs usage reports; none where `reported` is absent. Over Responses `reported` counts containers, one where it is absent.',
);

const mcp = runs(
  'mcp',
  'How often an MCP server is called: as often as the request allows, or `reported` times whatever it allows.',
);

const draw: Behaviour = {
  about:
    'How many images a tool makes: as many as the request allows, or `made` whatever it allows. `input` and `output` are the tokens that are told, `bytes` come behind each picture, `as` is silent (nothing is told), junk or failed.',
  parameters: ['value', 'made', 'input', 'output', 'bytes', 'as'],
  draft(answer, options) {
    const as = options.text('as', '');
    const given = (['made', 'input', 'output', 'bytes'] as const).flatMap((name) => {
      const count = options.number(name, -1);
      return count < 0 ? [] : [[name, count] as const];
    });
    const images = {
      ran: options.number('value', 1),
      ...Object.fromEntries(given),
      isSilent: as === 'silent',
      isJunk: as === 'junk',
      failed: as === 'failed',
    };
    return { ...answer, images };
  },
};

const files = runs(
  'files',
  'How often vector stores are searched: as often as the request allows, or `reported` times whatever it allows.',
);

/** What the provider tells about tokens, and how many there are. */
export const USAGE: BehaviourTable = { usage, tokens, tier, search, fetch, code, mcp, files, draw };
