import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { zone } from '../times.ts';
import { TextField } from './field.tsx';

interface ZoneFieldProps {
  label: string;
  name: string;
  hint?: ReactNode;
  defaultValue: string;
}

/** Any time zone; those that the browser knows are offered. */
export function ZoneField(props: ZoneFieldProps): ReactElement {
  const zones = useId();
  const names = new Set([zone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <>
      <TextField list={zones} required autoComplete="off" {...props} />
      <datalist id={zones}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
