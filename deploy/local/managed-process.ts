import { spawn as spawnProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ProcessRecord } from './process-record.ts';

const READY_POLL_MS = 50;
const STOP_GRACE_MS = 30_000;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 5_000;
const STEADY_MS = 10_000;
const CRASHES_WHILE_STARTING_MAX = 5;
const LOG_TAIL_LINES = 20;
const LASTING_SIGNALS: NodeJS.Signals[] = ['SIGSTOP', 'SIGCONT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'];

/** How to run one process and how to see that it is ready. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>;
  cwd: string;
  user?: { uid: number; gid: number };
  logFile: string;
  /** The signal that asks this process to stop in good order. */
  stopSignal: NodeJS.Signals;
  readyTimeoutMs: number;
  /** How long it may take to stop before it is killed; default 30 s. */
  stopGraceMs?: number;
  /** True when the process answers; called again and again while it starts. */
  isReady(): Promise<boolean>;
  /** Runs before each start, also before each restart. */
  prepare?(): Promise<void>;
}

/** Where a process is recorded, and whether it is started again after it died. */
export interface Supervision {
  supervise: boolean;
  record: ProcessRecord;
  /**
   * How many steps of priority a process comes behind this one on a busy machine; default 0 for
   * each.
   */
  niceness?: (process: string) => number;
  log: (line: string) => void;
}

/** A process that can be started, killed and stopped by name. */
export interface ManagedProcess {
  name: string;
  pid(): number | undefined;
  /** Starts it when it does not run and waits until it is ready; `ProcessFailedError` otherwise. */
  start(): Promise<void>;
  /** Waits until it is ready, for example after it was killed. */
  ready(): Promise<void>;
  /** Sends a signal; when the signal ends the process, waits for its end. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Asks it to stop, kills it when it does not, and leaves it stopped. */
  stop(): Promise<void>;
  /** All it printed so far. */
  logs(): Promise<string>;
}

/** A process did not become ready; the message ends with the last lines of its log. */
export class ProcessFailedError extends Error {
  readonly processName: string;

  constructor(processName: string, reason: string, log: string) {
    const tail = log.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
    super(`${processName} ${reason}; its log ends with:\n${tail}`);
    this.name = 'ProcessFailedError';
    this.processName = processName;
  }
}

interface Child {
  pid: number | undefined;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the signal, the exit code or the reason why it could not be started. */
  ended: Promise<string>;
}

/** What to do when this process ends; one listener of the process serves all. */
const stops = new Set<() => void>();
const stopAll = (): void => stops.forEach((stop) => stop());

function stopAtExit(stop: () => void): void {
  if (stops.size === 0) process.once('exit', stopAll);
  stops.add(stop);
}

function forgetAtExit(stop: () => void): void {
  stops.delete(stop);
  if (stops.size === 0) process.off('exit', stopAll);
}

/**
 * Runs the program with its output going straight to the file, so that it outlives this process.
 */
function spawn(spec: ProcessSpec): Child {
  const output = openSync(spec.logFile, 'a', 0o600);
  const child = spawnProcess(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    ...spec.user,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const stop = (): void => void child.kill(spec.stopSignal);
  stopAtExit(stop);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    child.once('error', (error) => resolve(error.message));
  });
  return {
    pid: child.pid,
    kill: (signal) => void child.kill(signal),
    ended: ended.finally(() => forgetAtExit(stop)),
  };
}

/** Sets the priority at once, so that the threads that the process is about to start inherit it. */
function standBack({ pid }: Child, niceness: number): void {
  if (pid === undefined || niceness === 0) return;
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch (error) {
    // The process may have ended already; the listener of its end says why.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}

interface State {
  child: Child | undefined;
  wanted: boolean;
  crashes: number;
  timer: NodeJS.Timeout | undefined;
  launching: Promise<void> | undefined;
}

function launcher(spec: ProcessSpec, supervision: Supervision, state: State) {
  const launch = async (): Promise<void> => {
    await spec.prepare?.();
    if (!state.wanted) return;
    const child = spawn(spec);
    standBack(child, supervision.niceness?.(spec.name) ?? 0);
    const startedAt = Date.now();
    state.child = child;
    if (child.pid !== undefined) {
      supervision.record.add(spec.name, { pid: child.pid, signal: spec.stopSignal });
    }
    void child.ended.then((reason) => {
      state.child = undefined;
      supervision.record.remove(spec.name);
      if (!state.wanted) return;
      supervision.log(`${spec.name} ended (${reason})`);
      state.crashes = Date.now() - startedAt > STEADY_MS ? 1 : state.crashes + 1;
      if (supervision.supervise) relaunchLater();
      else state.wanted = false;
    });
  };
  const relaunchLater = (): void => {
    const delay = Math.min(BACKOFF_FIRST_MS * 2 ** (state.crashes - 1), BACKOFF_MAX_MS);
    state.timer = setTimeout(() => {
      state.timer = undefined;
      relaunch();
    }, delay);
  };
  const relaunch = (): void => {
    state.launching = launch()
      .catch((error: unknown) => {
        supervision.log(`${spec.name} cannot be started: ${String(error)}`);
        state.crashes += 1;
        if (state.wanted && supervision.supervise) relaunchLater();
      })
      .finally(() => (state.launching = undefined));
  };
  return launch;
}

/** Makes a process manageable; nothing runs until `start`. */
export function managedProcess(spec: ProcessSpec, supervision: Supervision): ManagedProcess {
  const state: State = {
    child: undefined,
    wanted: false,
    crashes: 0,
    timer: undefined,
    launching: undefined,
  };
  const launch = launcher(spec, supervision, state);
  const logs = (): Promise<string> => readFile(spec.logFile, 'utf8').catch(() => '');
  const failed = async (reason: string): Promise<ProcessFailedError> =>
    new ProcessFailedError(spec.name, reason, await logs());

  const ready = async (): Promise<void> => {
    const deadline = Date.now() + spec.readyTimeoutMs;
    const crashesMax = state.crashes + CRASHES_WHILE_STARTING_MAX;
    for (;;) {
      const { child } = state;
      if (child !== undefined && (await spec.isReady()) && state.child === child) return;
      if (!state.wanted) throw await failed('ended');
      if (state.crashes >= crashesMax) throw await failed('keeps ending');
      if (Date.now() > deadline) throw await failed('is not ready in time');
      await sleep(READY_POLL_MS);
    }
  };
  const start = async (): Promise<void> => {
    if (!state.wanted) {
      state.wanted = true;
      state.crashes = 0;
      await launch();
    }
    await ready();
  };
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const { child } = state;
    child?.kill(signal);
    if (!LASTING_SIGNALS.includes(signal)) await child?.ended;
  };
  const stop = async (): Promise<void> => {
    state.wanted = false;
    clearTimeout(state.timer);
    await state.launching;
    const { child } = state;
    if (child === undefined) return;
    child.kill(spec.stopSignal);
    const force = setTimeout(() => child.kill('SIGKILL'), spec.stopGraceMs ?? STOP_GRACE_MS);
    await child.ended;
    clearTimeout(force);
  };
  return { name: spec.name, pid: () => state.child?.pid, start, ready, kill, stop, logs };
}
