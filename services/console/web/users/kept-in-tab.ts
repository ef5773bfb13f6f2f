const PREFIX = 'tollgate-playground-';

/** What a tab keeps of the playground over a reload. */
export type Kept = 'turns' | 'turns-beside' | 'system' | 'prompt';

/** Keeps a value for this tab; one that is too large for it is not kept. */
export function keepInTab(name: Kept, value: unknown): void {
  try {
    sessionStorage.setItem(`${PREFIX}${name}`, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(`${PREFIX}${name}`);
  }
}

/** A value that this tab has kept; undefined for none. */
export function keptInTab(name: Kept): unknown {
  const text = sessionStorage.getItem(`${PREFIX}${name}`);
  return text === null ? undefined : (JSON.parse(text) as unknown);
}

/** Forgets what belongs to the reader who leaves. */
export function forgetInTab(): void {
  for (const name of ['turns', 'turns-beside', 'system', 'prompt'] as const) {
    sessionStorage.removeItem(`${PREFIX}${name}`);
  }
}
