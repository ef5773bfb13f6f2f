import type { ReactElement } from 'react';
import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';
import { contractLabels } from '../shared/texts/contract.ts';
import { texts } from '../shared/texts/users.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';

type Contract = RequestContract;

/** Parameters that a form can ask for: numbers, words of a list, and short texts. */
const NAMES: Readonly<Record<Contract['capability'], readonly string[]>> = {
  chat: [
    'max_completion_tokens',
    'temperature',
    'top_p',
    'seed',
    'reasoning_effort',
    'frequency_penalty',
    'presence_penalty',
  ],
  embeddings: ['dimensions'],
  image: ['size', 'quality'],
  speech: ['voice', 'speed'],
  video: ['seconds', 'resolution', 'aspect_ratio', 'size'],
  moderation: [],
  rerank: [],
  transcription: ['language', 'prompt', 'temperature', 'response_format'],
};

const isNumber = ({ values, minimum, maximum }: ParameterRule): boolean =>
  values === undefined && (minimum !== undefined || maximum !== undefined);

const taken = ({ capability, parameters }: Contract): [string, ParameterRule][] =>
  NAMES[capability].flatMap((name) => {
    const rule = parameters[name];
    return rule?.supported === true && rule.ignored !== true ? [[name, rule]] : [];
  });

/** Fields for what the model takes; nothing for a model without any. */
export function ParameterFields({ contract }: { contract: Contract }): ReactElement | null {
  const rules = taken(contract);
  if (rules.length === 0) return null;
  return (
    <fieldset className="grid grid-cols-2 gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{contractLabels.contract}</legend>
      {rules.map(([name, rule]) =>
        rule.values === undefined ? (
          <TextField
            key={name}
            label={name}
            name={name}
            {...(isNumber(rule) ? { type: 'number', step: 'any' } : {})}
            min={rule.minimum}
            max={rule.maximum}
            placeholder={rule.default === undefined ? '' : String(rule.default)}
          />
        ) : (
          <ChoiceField
            key={name}
            label={name}
            name={name}
            defaultValue=""
            choices={[
              { value: '', label: texts.playground.unset },
              ...rule.values.map((value) => ({ value: String(value), label: String(value) })),
            ]}
          />
        ),
      )}
    </fieldset>
  );
}

/** What was filled in, as the request takes it. */
export function readParameters(contract: Contract, form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    taken(contract).flatMap(([name, rule]) => {
      const text = form.get(name);
      if (typeof text !== 'string' || text === '') return [];
      if (rule.values === undefined) return [[name, isNumber(rule) ? Number(text) : text]];
      // The form may be made for a model beside this one, which has other values.
      const value = rule.values.find((one) => String(one) === text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
