import { join } from 'node:path';
import { bundle, bundledFile, cacheOf } from './bundle.ts';

/** What a process runs, and where Node keeps what it has compiled of this. */
export interface Program {
  entry: string;
  compileCache?: string;
}

/** The programs of a stack. */
export interface Programs {
  /** Bundles the programs, unless this has been done or they run as their files are. */
  make(): Promise<void>;
  /** @param entry path of a program from the root of its work tree */
  of(entry: string): Program;
}

/** Where the programs of a stack come from. */
export interface ProgramSource {
  /** Where the stack keeps a bundle of its own. */
  folder: string;
  /** A bundle that was made before. */
  bundled?: string;
  /** Root of another work tree, whose programs run as their files are. */
  tree?: string;
}

/** A program of a bundle that was made before. */
export const bundledProgram = (folder: string, entry: string): Program => ({
  entry: bundledFile(folder, entry),
  compileCache: cacheOf(folder),
});

/** The programs that a stack runs: bundled ones, but for the tree of another commit. */
export function bundledPrograms(
  { folder, bundled, tree }: ProgramSource,
  entries: string[],
): Programs {
  const isMade = bundled !== undefined || tree !== undefined || entries.length === 0;
  return {
    make: () => (isMade ? Promise.resolve() : bundle(entries, folder)),
    of: (entry) =>
      tree === undefined ? bundledProgram(bundled ?? folder, entry) : { entry: join(tree, entry) },
  };
}
