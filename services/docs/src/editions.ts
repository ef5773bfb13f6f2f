import { CALLERS_FOLDER } from './audience.ts';
import type { Edition } from './deps.ts';
import { forCallers, openLibrary } from './documentation.ts';
import type { Plane } from './open-api.ts';

/**
 * Opens the documentation of each listener.
 * @param isPublicWhole whether the public listener shows the pages for operators too
 */
export async function openEditions(isPublicWhole: boolean): Promise<Record<Plane, Edition>> {
  const library = await openLibrary();
  const whole: Edition = { library, folder: '', isForOperators: true };
  const callers = (): Edition => ({
    library: forCallers(library),
    folder: CALLERS_FOLDER,
    isForOperators: false,
  });
  return { public: isPublicWhole ? whole : callers(), internal: whole };
}
