import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useRefresh } from './query-hooks.ts';
import type { Changed } from './query-hooks.ts';
import { say } from './toasts.ts';

/** What a form does when it is sent. */
export interface FormRules<Result> {
  /** Sends the form; rejects with what the server refused. */
  send: (form: FormData) => Promise<Result>;
  /** Queries whose answers the sent form has changed: these are asked for again. */
  changed?: Changed | undefined;
  /** What a toast says afterwards; empty: nothing. */
  said?: string;
  /** What comes after the form was sent. */
  done?: (result: Result, form: HTMLFormElement) => void;
}

/** How far a form is: what was refused, and whether it is on its way. */
interface FormState {
  /** Undefined: nothing was refused. */
  error: unknown;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Sends a form once at a time, asks for what it changed, says so in a toast and goes on; keeps what
 * was refused.
 */
export function useForm<Result>(rules: FormRules<Result>): FormState {
  const { send, changed = [], said = '', done } = rules;
  const refresh = useRefresh();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  // A second press of the button comes before the button is drawn as disabled.
  const isSending = useRef(false);
  const start = async (element: HTMLFormElement): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setPending(true);
    setError(undefined);
    try {
      const result = await send(new FormData(element));
      await refresh(changed);
      if (said !== '') say(said);
      done?.(result, element);
    } catch (failure) {
      setError(failure);
    }
    isSending.current = false;
    setPending(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void start(event.currentTarget);
  };
  return { error, isPending, onSubmit };
}
