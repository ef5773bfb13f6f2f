import { asList, asText, isObject } from '../json.ts';
import { MalformedReply } from './adapter.ts';
import type { ListedJob } from './batch-wire.ts';

/**
 * The names that a provider gives to jobs and files: they are parts of paths.
 * @param form of a whole name
 * @returns a reader of names @throws MalformedReply for another one
 */
export function readerOfNames(form: RegExp): (name: unknown) => string {
  return (name) => {
    const text = asText(name);
    if (text === undefined || !form.test(text)) {
      throw new MalformedReply('the name of a batch or of its file does not fit');
    }
    return text;
  };
}

/**
 * The jobs of one page of a list.
 * @param member of the reply that has them
 * @throws MalformedReply
 */
export function jobsIn(
  reply: unknown,
  member: string,
  listed: (entry: unknown) => ListedJob,
): ListedJob[] {
  if (!isObject(reply)) throw new MalformedReply('the list of batches is no JSON object');
  return asList(reply[member]).map(listed);
}

/**
 * One page of a list that goes on behind the last job it names, as those of OpenAI and Anthropic.
 * @param page its path, and the parameter of the job behind which the next one begins
 * @throws MalformedReply
 */
export function pageBehindJob(
  reply: unknown,
  page: { path: string; behind: string },
  listed: (entry: unknown) => ListedJob,
): { jobs: ListedJob[]; next: string | null } {
  const jobs = jobsIn(reply, 'data', listed);
  const last = jobs.at(-1);
  const isMore = isObject(reply) && reply['has_more'] === true && last !== undefined;
  return { jobs, next: isMore ? `${page.path}&${page.behind}=${last.job}` : null };
}
