import type { ReactElement } from 'react';
import type { ProviderFamilyOut } from '@tollgate/contract/platform/credentials';
import { credentialFieldName } from '../shared/texts/names.ts';
import { TextField } from '../shared/ui/field.tsx';

/** A field of a credential, as the family of the provider describes one. */
interface CredentialField {
  name: string;
  isSecret: boolean;
  isRequired: boolean;
}

/** The fields that credentials of a family have. */
export function fieldsOf({ credential_schema: schema }: ProviderFamilyOut): CredentialField[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { secret?: boolean }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { secret }]) => ({
    name,
    isSecret: secret === true,
    isRequired: required.includes(name),
  }));
}

/** The texts of these names that are not blank. */
export function filledIn(
  values: Readonly<Record<string, string>>,
  fields: readonly { name: string }[],
): Record<string, string> {
  const given = fields.flatMap(({ name }) => {
    const value = values[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** What a family asks for; a secret is not seen while it is typed. */
export function CredentialFields({
  fields,
  values,
  change,
}: {
  fields: readonly CredentialField[];
  values: Readonly<Record<string, string>>;
  change: (values: Record<string, string>) => void;
}): ReactElement {
  return (
    <>
      {fields.map(({ name, isSecret, isRequired }) => (
        <TextField
          key={name}
          label={credentialFieldName(name)}
          name={`credential.${name}`}
          type={isSecret ? 'password' : 'text'}
          required={isRequired}
          autoComplete="off"
          value={values[name] ?? ''}
          onChange={(event) => change({ ...values, [name]: event.target.value })}
        />
      ))}
    </>
  );
}
