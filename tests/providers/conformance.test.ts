import type { ChatRequest } from '@tollgate/contract/chat';
import { CHAT_PARAMETERS } from '@tollgate/contract/request-contract';
import type { ParameterRule } from '@tollgate/contract/request-contract';
import { HINT_PARAMETERS } from '@tollgate/contract/unknown-fields';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { finishContract } from '@tollgate/providers/contract/contract';
import { familyById } from '@tollgate/providers/families';
import { promptHintsLeftOut } from '@tollgate/providers/contract/prompt-hints';
import { CELLS, LINES, PIXEL } from './cells.ts';

const HINTS: ReadonlySet<string> = new Set(HINT_PARAMETERS);

/** Values that say what the wire means anyway: they need not show there. */
const IMPLIED = new Set([
  'tool_choice auto',
  'parallel_tool_calls true',
  'response_format text',
  'reasoning_effort none',
]);

const lines = Object.entries(LINES).flatMap(([id, models]) =>
  models.map((model) => [id, model] as const),
);

/** What models that can think or not take only where they do not. */
const SAMPLING = new Set(['temperature', 'top_p']);

describe.each(lines)('%s %s', (id, model) => {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  const draft = family.contract(model);
  if (draft === null) throw new Error(`${id} does not know ${model}`);
  const limits = { context_tokens: 100_000, output_tokens: 32_000, ...draft.limits };
  const contract = finishContract({ ...draft, limits });
  if (contract === null) throw new Error('the contract is not complete');
  const endpoint = {
    family: id,
    provider: family.provider ?? 'any',
    upstreamModel: model,
    baseUrl: 'https://api.example.com',
  };
  const base: ChatRequest = {
    model,
    messages: [{ role: 'user', content: 'JSON' }],
    max_completion_tokens: 16_000,
  };

  const shownRule = (name: string): ParameterRule =>
    shownContract(contract, { responsesStreaming: true }).parameters[name] ?? { supported: false };

  test('says something about every parameter', () => {
    const names = Object.entries(contract.parameters).flatMap(([name, rule]) =>
      HINTS.has(name) || rule.type !== undefined ? [] : [name],
    );
    expect(names.sort()).toEqual([...CHAT_PARAMETERS].sort());
  });

  test('a name of a speaker reaches the wire, or is told as left out', () => {
    const { chat } = family;
    if (chat === undefined) return;
    const named: ChatRequest = {
      ...base,
      messages: [{ role: 'user', content: 'x', name: 'somebody' }],
    };
    expect(family.foreignContent?.(named, endpoint) ?? null).toBeNull();
    const isSent = JSON.stringify(chat.toWire(named, endpoint, false)).includes('somebody');
    const leftOut = isSent ? [] : ['messages[0].name'];
    expect(promptHintsLeftOut(named, { family, endpoint })).toEqual(leftOut);
    expect(shownRule('name').supported).toBe(isSent);
    expect(shownRule('name').ignored).toBe(isSent ? undefined : true);
  });

  test('how closely to look at an image reaches the wire, or is told as left out', () => {
    const { chat } = family;
    if (chat === undefined || contract.parameters['image_input']?.supported !== true) return;
    const image = { type: 'image_url' as const, image_url: { url: PIXEL, detail: 'low' as const } };
    const looking: ChatRequest = { ...base, messages: [{ role: 'user', content: [image] }] };
    expect(family.foreignContent?.(looking, endpoint) ?? null).toBeNull();
    const isSent = JSON.stringify(chat.toWire(looking, endpoint, false)).includes('"low"');
    const leftOut = isSent ? [] : ['messages[0].content[0].image_url.detail'];
    expect(promptHintsLeftOut(looking, { family, endpoint })).toEqual(leftOut);
    expect(shownRule('image_detail').supported).toBe(isSent);
    expect(shownRule('image_detail').ignored).toBe(isSent ? undefined : true);
  });

  test.each(CELLS.map((one) => [`${one.parameter} ${one.value ?? ''}`.trim(), one] as const))(
    '%s',
    (name, { parameter, value, fields, beside }) => {
      const rule = contract.parameters[parameter];
      const allowed =
        rule?.supported === true &&
        (value === null || rule.values === undefined || rule.values.includes(value)) &&
        (typeof value !== 'number' ||
          ((rule.minimum ?? value) <= value && value <= (rule.maximum ?? value)));
      const rests = contract.parameters['reasoning_effort']?.values?.includes('none') === true;
      const resting = rests && SAMPLING.has(parameter) ? { reasoning_effort: 'none' } : {};
      const without = { ...base, ...resting, ...beside };
      const request = { ...without, ...fields };
      const refusal = checkChatRequest(contract, request);
      if (!allowed) {
        expect(refusal?.param).toMatch(new RegExp(`^(${parameter}|messages|logprobs|tools)`));
        return;
      }
      expect(refusal).toBeNull();
      if (family.chat === undefined || IMPLIED.has(name)) return;
      expect(family.foreignContent?.(request, endpoint) ?? null).toBeNull();
      const wire = (asked: ChatRequest): string =>
        JSON.stringify(family.chat?.toWire(asked, endpoint, false));
      expect(wire(request)).not.toBe(wire(without));
    },
  );
});
