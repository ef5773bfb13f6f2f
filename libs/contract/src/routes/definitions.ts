/** The definitions among what modules export. */
export type DefinitionIn<M> = M extends unknown
  ? Extract<M[keyof M], { readonly method: string; readonly path: string }>
  : never;

/** In the order of the interface description. */
const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The definitions among what modules export, module by module, in each by path and method: what a
 * module exports has no order.
 */
export const definitionsIn = <M extends object>(modules: readonly M[]): DefinitionIn<M>[] =>
  modules.flatMap((module) =>
    Object.values(module)
      .filter(isDefinition)
      .toSorted(
        (one, other) =>
          Number(one.path > other.path) - Number(one.path < other.path) ||
          METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
      ),
  ) as DefinitionIn<M>[];

const isDefinition = (value: unknown): value is { method: string; path: string } =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
