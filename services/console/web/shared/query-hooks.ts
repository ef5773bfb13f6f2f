import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';

/** A change after which some lists are asked for anew. */
export function useChange<Input, Output>(
  run: (input: Input) => Promise<Output>,
  changed: readonly string[],
): UseMutationResult<Output, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
}
