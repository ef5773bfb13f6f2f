import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { parse, parseAllDocuments } from 'yaml';

// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
export type Document = any;

/** A change that a component makes: operations on the documents of some kinds and names. */
export interface Patch {
  kinds: readonly string[];
  names: readonly string[];
  operations: readonly { op: string; path: string; value?: Document }[];
}

/** A file that a chart carries and a ConfigMap holds. */
interface CarriedFile {
  name: string;
  text: string;
}

/** A ConfigMap that kustomize makes of files. */
export interface GeneratedMap {
  /** With a hash of the content, as kustomize's: pods restart when it changes. */
  name: string;
  /** As documents name it. */
  plainName: string;
  labels: Readonly<Record<string, string>> | undefined;
  files: readonly CarriedFile[];
}

/** A folder of manifests. */
export interface Source {
  name: string;
  /** By the name of their file, without its ending. */
  documents: readonly (readonly [string, readonly Document[]])[];
  patches: readonly Patch[];
  maps: readonly GeneratedMap[];
}

const DIGEST_LETTERS = 10;
const folderOf = (path: string): string => join(REPOSITORY_ROOT, 'k8s', path);
const read = (path: string, file: string): string =>
  readFileSync(join(folderOf(path), file), 'utf8');

const wordsOf = (pattern: string | undefined): string[] => pattern?.split('|') ?? [];

function patchOf({ target, patch }: Document): Patch[] {
  const operations = parse(patch);
  // A patch that is no list deletes the documents.
  if (!Array.isArray(operations)) return [];
  return [{ kinds: wordsOf(target.kind), names: wordsOf(target.name), operations }];
}

function mapOf(path: string, { name, files, options }: Document): GeneratedMap {
  const carried = (files as string[]).map((file) => ({
    name: basename(file),
    text: read(path, file),
  }));
  const digest = createHash('sha256').update(JSON.stringify(carried)).digest('hex');
  return {
    name: `${name}-${digest.slice(0, DIGEST_LETTERS)}`,
    plainName: name,
    labels: options?.labels,
    files: carried,
  };
}

/** Reads a folder below `k8s`: its documents, and what its kustomization says. */
export function readSource(path: string): Source {
  const kustomization = parse(read(path, 'kustomization.yaml')) as Document;
  const files = (kustomization.resources ?? []) as string[];
  return {
    name: basename(path),
    documents: files.map((file) => [
      file.replace('.yaml', ''),
      parseAllDocuments(read(path, file)).map((one) => one.toJS() as Document),
    ]),
    patches: ((kustomization.patches ?? []) as Document[]).flatMap(patchOf),
    maps: ((kustomization.configMapGenerator ?? []) as Document[]).map((one) => mapOf(path, one)),
  };
}

/** The version that the overlay of production names. */
export function releasedVersion(): string {
  const { images } = parse(read('overlays/prod', 'kustomization.yaml')) as Document;
  return images[0].newTag as string;
}
