import type { MappedEvent } from '../../adapter/adapter.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { CODE_RUNS_MAX } from './server-tools.ts';
import type { RunReader } from './server-tools.ts';

/** Runs of code in one answer, at most; more belong to no answer. */
const RUNS_READ_MAX = 128;

/** A run whose images may still follow. */
interface Open {
  code: string;
  /** Null until the result is there. */
  outcome: string | null;
  outputs: JsonObject[];
}

/**
 * Reads code of one answer: a part `executableCode`, a part `codeExecutionResult`, and images that
 * it has drawn as parts `inlineData`.
 */
export function createCodeRuns(): RunReader {
  let runs = 0;
  let open: Open | null = null;
  const close = (): MappedEvent[] => {
    if (open === null) return [];
    const call = callOf(open);
    open = null;
    return [{ kind: 'searched', call }];
  };
  const readPart = (part: JsonObject): MappedEvent[] => {
    const code = part['executableCode'];
    if (code !== undefined) {
      if (runs >= RUNS_READ_MAX) return [];
      const ended = close();
      runs += 1;
      open = { code: asText(asObject(code)['code']) ?? '', outcome: null, outputs: [] };
      const ran: MappedEvent[] = runs > CODE_RUNS_MAX ? [] : [BEGUN];
      return [...ended, ...ran];
    }
    if (open === null) return [];
    if (part['codeExecutionResult'] !== undefined) {
      takeResult(open, asObject(part['codeExecutionResult']));
      return [];
    }
    if (part['inlineData'] !== undefined) {
      open.outputs.push(imageOf(asObject(part['inlineData'])));
      return [];
    }
    // Text behind the result: nothing follows that the code has made.
    return open.outcome !== null && Boolean(part['text']) ? close() : [];
  };
  return {
    read: (candidate) =>
      asList(asObject(candidate['content'])['parts']).flatMap((part) => readPart(asObject(part))),
    counted(reading) {
      if (reading.usage === null || runs === 0) return reading;
      const code_execution = Math.min(runs, CODE_RUNS_MAX);
      return { ...reading, usage: { ...reading.usage, code_execution } };
    },
    end: close,
  };
}

const BEGUN: MappedEvent = { kind: 'ran', tool: 'code_execution' };

function takeResult(open: Open, { outcome, output }: JsonObject): void {
  open.outcome = asText(outcome) ?? '';
  open.outputs.push({ type: 'logs', logs: asText(output) ?? '' });
}

function imageOf({ mimeType, data }: JsonObject): JsonObject {
  return { type: 'image', url: `data:${asText(mimeType) ?? ''};base64,${asText(data) ?? ''}` };
}

/** The run in the form of Responses. Code that fails has run: its words are among the logs. */
function callOf({ code, outcome, outputs }: Open): JsonObject {
  const isOver = outcome === 'OUTCOME_OK' || outcome === 'OUTCOME_FAILED';
  const status = outcome === null ? 'incomplete' : isOver ? 'completed' : 'failed';
  return { type: 'code_interpreter_call', status, code, outputs, outcome };
}
