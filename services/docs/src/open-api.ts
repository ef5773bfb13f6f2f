import { readFile } from 'node:fs/promises';

/** The listener of the edge that a request came through; each has a description of its own. */
export type Plane = 'public' | 'internal';

/** One operation of an interface description, as far as it is read here. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security?: Record<string, unknown>[];
  responses: Record<string, unknown>;
  [other: string]: unknown;
}

/** An interface description, as far as it is read here. */
export interface OpenApiDocument {
  /** Its bytes, as they are served. */
  bytes: Buffer;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown> };
}

/**
 * The interface description of a listener; `make openapi` has written it from the routes of all
 * services.
 */
export async function readOpenApi(plane: Plane): Promise<OpenApiDocument> {
  const bytes = await readFile(new URL(`../openapi/${plane}.json`, import.meta.url));
  const { paths, components } = JSON.parse(bytes.toString('utf8')) as OpenApiDocument;
  return { bytes, paths, components };
}
