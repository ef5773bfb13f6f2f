import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { Changed } from '../query-hooks.ts';
import { common } from '../texts/common.ts';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmProps {
  title: string;
  /** What the action does. */
  children: ReactNode;
  /** Has to be typed before the action can be started. */
  name: string;
  action: string;
  run: (form: FormData) => Promise<unknown>;
  /** Queries whose answers the action changes. */
  changed?: Changed;
  close: () => void;
}

/** Asks for the name of what a dangerous action is about. */
export function Confirm({ children, name, run, ...dialog }: ConfirmProps): ReactElement {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog {...dialog} look="danger" isReady={typed === name} send={run}>
      <div className="text-sm">{children}</div>
      <TextField
        label={common.nameToConfirm(name)}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
