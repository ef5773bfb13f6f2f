import type { Answer } from './answer.ts';
import type { Directive } from './directive.ts';
import type { Prompt } from './prompt.ts';
import type { Reply } from './reply.ts';
import type { Call, Wire } from './wire.ts';

/** The parameters of one directive, with defaults for those that the directive leaves out. */
export interface Options {
  number(name: string, fallback: number): number;
  text(name: string, fallback: string): string;
}

/** What a behaviour on the finished reply may want to know. */
export interface Scene {
  wire: Wire;
  call: Call;
}

/**
 * One way to be good or bad. `draft` changes what is said, `reply` how it goes over the wire; all
 * drafts of a request come before all replies, each in the order in which they were asked for.
 */
export interface Behaviour {
  about: string;
  /** Names of the parameters; `value` is that of `name=value`. */
  parameters?: readonly string[];
  draft?(answer: Answer, options: Options, prompt: Prompt): Answer;
  reply?(reply: Reply, options: Options, scene: Scene): Reply;
}

/** Behaviours by name. */
export type BehaviourTable = Record<string, Behaviour>;

/** Reads the parameters of a directive. */
export function optionsOf(directive: Directive): Options {
  const { value, parameters } = directive;
  const find = (name: string): string | null =>
    (name === 'value' ? value : null) ?? parameters[name] ?? null;
  return {
    number(name, fallback) {
      const number = Number(find(name) ?? fallback);
      return Number.isFinite(number) ? number : fallback;
    },
    text: (name, fallback) => find(name) ?? fallback,
  };
}
