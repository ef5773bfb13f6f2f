import type { ReactElement } from 'react';
import type { ApiKeyOut, ApiKeyUpdate, SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { keyLabels as labels } from '../texts/keys.ts';
import { localOf, zone } from '../times.ts';
import { ChoiceField, TextField } from '../ui/field.tsx';
import { numberIn, textIn } from './form-values.ts';
import { LimitFields, limitsIn } from './limit-fields.tsx';

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
const NAME_CHARACTERS_MAX = 100;

type Key = ApiKeyOut;

interface KeyFieldsProps {
  /** The key to change; undefined for a new one. */
  of: Key | undefined;
}

/** Asks for the name of a key and what it may do. */
export function KeyFields({ of: key }: KeyFieldsProps): ReactElement {
  return (
    <>
      <TextField
        label={labels.name}
        name="name"
        required
        maxLength={NAME_CHARACTERS_MAX}
        defaultValue={key?.name}
      />
      {key === undefined && (
        <ChoiceField
          label={labels.mode}
          name="mode"
          choices={[
            { value: 'live', label: labels.modeLong.live },
            { value: 'test', label: labels.modeLong.test },
          ]}
        />
      )}
      <TextField
        label={labels.expires}
        name="expires_at"
        type="datetime-local"
        hint={labels.expiresHint(zone())}
        defaultValue={localOf(key?.expires_at)}
      />
      <LimitFields limits={key?.limits} within="limits.">
        <TextField
          label={labels.limitNames.max_output_tokens}
          name="max_output_tokens"
          type="number"
          min={1}
          defaultValue={key?.max_output_tokens ?? ''}
        />
      </LimitFields>
      <ChoiceField
        label={labels.effort}
        name="default_reasoning_effort"
        defaultValue={key?.default_reasoning_effort ?? ''}
        choices={[
          { value: '', label: labels.effortUnset },
          ...EFFORTS.map((value) => ({ value, label: value })),
        ]}
      />
      <TextField
        label={labels.models}
        name="models"
        hint={labels.modelsHint}
        defaultValue={key?.models?.join(' ') ?? ''}
      />
    </>
  );
}

/** A new key as the form has it. */
export function keyIn(form: FormData): SimpleApiKeyCreate {
  const mode = textIn(form, 'mode') === 'test' ? 'test' : 'live';
  return { name: textIn(form, 'name'), ...policyIn(form, undefined), mode };
}

/** The policies as the form has them; what the form does not show stays. */
export function policyIn(form: FormData, key: Key | undefined): Omit<ApiKeyUpdate, 'name'> {
  const expiry = textIn(form, 'expires_at');
  const models = textIn(form, 'models').split(/\s+/u).filter(Boolean);
  return {
    expires_at: expiry === '' ? null : new Date(expiry).toISOString(),
    default_reasoning_effort:
      EFFORTS.find((one) => one === textIn(form, 'default_reasoning_effort')) ?? null,
    max_output_tokens: numberIn(form, 'max_output_tokens'),
    models: models.length === 0 ? null : models,
    limits: limitsIn(form, {
      within: 'limits.',
      kept: key?.limits.output_tokens_per_request ?? null,
    }),
  };
}
