import type { FaultyStack, Got } from './faulty-stack.ts';

/** How calls are made without pause. */
export interface Load {
  callers: number;
  prompt: string;
}

/**
 * Keeps calls going while `work` is done, and as long again as the last of them takes; gives every
 * answer.
 */
export async function underLoad(
  stack: FaultyStack,
  { callers, prompt }: Load,
  work: () => Promise<void>,
): Promise<Got[]> {
  const answers: Got[] = [];
  const state = { isOver: false };
  const loop = async (): Promise<void> => {
    while (!state.isOver) answers.push(await stack.chat(prompt));
  };
  const loops = Array.from({ length: callers }, loop);
  try {
    await work();
  } finally {
    state.isOver = true;
    await Promise.all(loops);
  }
  return answers;
}

/** How often each status and code came. */
export function tallyOf(answers: readonly Got[]): Record<string, number> {
  const tally: Record<string, number> = {};
  for (const { status, code } of answers) {
    const name = code === null ? String(status) : `${status} ${code}`;
    tally[name] = (tally[name] ?? 0) + 1;
  }
  return tally;
}
