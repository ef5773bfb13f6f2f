/**
 * Tests run in the realm of their worker, not in a context of their own, so that a module is loaded
 * once for all files of a worker instead of once for each file. What a file changes of the process
 * is put back behind the file.
 */
import { ModuleMocker } from 'jest-mock';

// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default class PlainEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #env = { ...process.env };
  #folder = process.cwd();
  // oxlint-disable-next-line typescript/unbound-method -- put back as it is, never called from here.
  #exit = process.exit;
  #console = globalThis.console;

  async setup() {}

  async teardown() {
    await Promise.all([...(globalThis.tollgateLeftRunning ?? [])].map((end) => end()));
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name];
    }
    Object.assign(process.env, this.#env);
    process.chdir(this.#folder);
    process.exit = this.#exit;
    process.exitCode = undefined;
    globalThis.console = this.#console;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
