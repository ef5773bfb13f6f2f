import { useQueryClient } from '@tanstack/react-query';
import { asFailure } from './api/failure.ts';
import { say, sayFailure } from './toasts.ts';

/** Names of queries, each as the beginning of their keys. */
export type Changed = readonly (readonly unknown[])[];

/** Returns what asks again for the answers that a change has made old. */
export function useRefresh(): (changed: Changed) => Promise<void> {
  const queries = useQueryClient();
  return async (changed) => {
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

/** Runs what a button starts, and says in a toast what was done or what was refused. */
export type Act = (work: () => Promise<unknown>, said?: string) => void;

/** Returns what runs changes; afterwards the queries that they change are asked for again. */
export function useAct(changed: Changed): Act {
  const refresh = useRefresh();
  const run = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await work();
      if (said !== '') say(said);
    } catch (error) {
      sayFailure(asFailure(error));
    }
    await refresh(changed);
  };
  return (work, said = '') => void run(work, said);
}
