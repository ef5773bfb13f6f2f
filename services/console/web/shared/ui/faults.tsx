import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { asFailure } from '../api/failure.ts';
import type { Failure, FieldFault } from '../api/failure.ts';
import { faultsAt, wordingOf } from '../field-faults.ts';

interface Form {
  faults: readonly FieldFault[];
  /** Inputs enter themselves; null outside of a form. */
  labels: Map<string, string> | null;
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();
const FormContext = createContext<Form>({ faults: [], labels: null });

interface FieldFaultsProps {
  /** Undefined or null: nothing is wrong. */
  error: unknown;
  children: ReactNode;
}

/**
 * Passes the faults of an answer to the inputs of their fields, and the labels of these inputs to
 * the note about the error.
 */
export function FieldFaults({ error, children }: FieldFaultsProps): ReactElement {
  const [labels] = useState(() => new Map<string, string>());
  const form = useMemo(
    () => ({
      faults: error === undefined || error === null ? [] : asFailure(error).faults,
      labels,
    }),
    [error, labels],
  );
  return <FormContext value={form}>{children}</FormContext>;
}

/**
 * Returns the errors of the field of an input as one text; empty without errors.
 * @param field undefined: the input fills none
 */
export function useFault(field: string | undefined, label: string): string {
  const { faults, labels } = use(FormContext);
  useEffect(() => {
    if (field === undefined) return undefined;
    labels?.set(field, label);
    return () => void labels?.delete(field);
  }, [field, label, labels]);
  return field === undefined ? '' : faultsAt(labels ?? NO_LABELS, field, faults);
}

/** What a failure says to a reader, who knows fields by the labels of their inputs. */
export function useWording({ code, faults, message }: Failure): string {
  const { labels } = use(FormContext);
  // Other codes, and refusals by the console itself, say what they are about.
  const isOfFields = code === 'validation' && faults.length > 0;
  return isOfFields ? wordingOf(labels ?? NO_LABELS, faults) : message;
}
