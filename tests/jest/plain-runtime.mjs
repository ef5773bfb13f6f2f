/**
 * Loads test files by Node itself, which strips types and keeps what is loaded; jest's own parts
 * too, apart from its state of one file, which begins anew with each.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

const require = createRequire(import.meta.url);
const STATE = 'jestAdapterInit';
const HANDLERS = Symbol.for('EVENT_HANDLERS');

// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default class PlainRuntime extends (Runtime.default ?? Runtime) {
  requireInternalModule(from) {
    if (!from.includes(STATE)) return super.requireInternalModule(from);
    delete require.cache[from];
    delete globalThis[HANDLERS];
    return require(from);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(from) {
    return import(pathToFileURL(from).href);
  }
}
