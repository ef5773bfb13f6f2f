/** Names of price dimensions, as lists and receipts show them. */
const dimensions: Readonly<Record<string, string>> = {
  input: 'Input tokens',
  output: 'Output tokens',
  cache_read: 'Cached input tokens',
  cache_write: 'Cache write tokens',
  cache_write_1h: 'Cache write tokens (1 hour)',
  reasoning: 'Reasoning tokens',
  image_input: 'Image input tokens',
  image_output: 'Image output tokens',
  audio_input: 'Audio tokens',
  second: 'Seconds of audio',
  character: 'Characters',
  request: 'Requests',
  search_unit: 'Search units',
  image: 'Images',
  web_search: 'Web searches',
  web_fetch: 'Web fetches',
  code_execution: 'Code execution containers',
  code_interpreter: 'Code interpreter containers (1 GB)',
  code_interpreter_4g: 'Code interpreter containers (4 GB)',
  code_interpreter_16g: 'Code interpreter containers (16 GB)',
  code_interpreter_64g: 'Code interpreter containers (64 GB)',
  mcp: 'Calls of MCP servers',
  image_generation: 'Images made by a tool',
  file_search: 'File searches',
};

/** The rest of a dimension whose parts are on other lines of a receipt. */
export const restNames: Readonly<Record<string, string>> = {
  input: 'Uncached input tokens',
  output: 'Output tokens without reasoning',
};

/** What one price of a dimension pays for. */
const priceUnits: Readonly<Record<string, string>> = {
  input: 'million input tokens',
  output: 'million output tokens',
  cache_read: 'million cached input tokens',
  cache_write: 'million cache write tokens',
  cache_write_1h: 'million cache write tokens kept for 1 hour',
  reasoning: 'million reasoning tokens',
  image_input: 'million image input tokens',
  image_output: 'million image output tokens',
  audio_input: 'million audio tokens',
  second: 'second of audio',
  character: 'million characters',
  request: 'request',
  search_unit: 'search unit',
  image: 'image',
  web_search: 'web search',
  web_fetch: 'web fetch',
  code_execution: 'code execution container',
  code_interpreter: 'code interpreter container (1 GB)',
  code_interpreter_4g: 'code interpreter container (4 GB)',
  code_interpreter_16g: 'code interpreter container (16 GB)',
  code_interpreter_64g: 'code interpreter container (64 GB)',
  mcp: 'call of an MCP server',
  image_generation: 'image made by a tool',
  file_search: 'file search',
};

const VIDEO = /^second_(?<resolution>\w+)_(?<sound>sound|silent)_(?<source>\w+)$/u;

/**
 * What distinguishes the seconds of a video that have a price of their own; undefined for other
 * dimensions.
 */
function videoKind(dimension: string): string | undefined {
  const { resolution, sound, source } = VIDEO.exec(dimension)?.groups ?? {};
  if (resolution === undefined) return undefined;
  return `${resolution}, ${sound === 'sound' ? 'with sound' : 'silent'}, from ${source}`;
}

const IMAGE = /^image_(?<size>\w+)_(?<quality>[a-z]+)$/u;

/**
 * What distinguishes the images that have a price of their own, such as `2k, high quality`;
 * undefined for other dimensions.
 */
function imageKind(dimension: string): string | undefined {
  const { size, quality } = IMAGE.exec(dimension)?.groups ?? {};
  if (size === undefined) return undefined;
  const of = quality === 'any' ? 'any quality' : `${quality} quality`;
  return `${size === 'any' ? 'any size' : size}, ${of}`;
}

const TIERED = /^(?<tier>flex|priority|batch)_(?<plain>\w+)$/u;

/** The service tier of a dimension that has one, and the dimension that it is of. */
export function inTier(dimension: string): { tier: string | undefined; plain: string } {
  const { tier, plain = dimension } = TIERED.exec(dimension)?.groups ?? {};
  return { tier, plain };
}

/**
 * The name of a price dimension.
 * @param dimension as the API gives it; one without a name here is shown as it is
 */
export function dimensionName(dimension: string): string {
  const kind = videoKind(dimension);
  if (kind !== undefined) return `Seconds of video (${kind})`;
  const image = imageKind(dimension);
  if (image !== undefined) return `Generated images (${image})`;
  const { tier, plain } = inTier(dimension);
  const name = dimensions[plain] ?? plain;
  return tier === undefined ? name : `${name} (${tier})`;
}

/** The label of a field for a price, with its unit. */
export function priceLabel(dimension: string): string {
  const kind = videoKind(dimension);
  if (kind !== undefined) return `Price per second of video (${kind})`;
  const image = imageKind(dimension);
  if (image !== undefined) return `Price per generated image (${image})`;
  const { tier, plain } = inTier(dimension);
  const label = `Price per ${priceUnits[plain] ?? plain}`;
  return tier === undefined ? label : `${label} (${tier})`;
}

/** Names of the kinds of data that are purged. */
const retentionCategories: Readonly<Record<string, string>> = {
  request_records: 'Request logs',
  access_events: 'Access logs',
  audit_events: 'Audit events',
  idempotency_records: 'Idempotency keys',
  async_results: 'Results of asynchronous calls',
  sessions: 'Sessions',
  media: 'Video files',
  batch_files: 'Batches and their files',
  webhook_deliveries: 'Webhook deliveries',
  payloads: 'Stored requests and responses',
};

/** The name of a kind of data. @param category as the API gives it */
export const categoryName = (category: string): string => retentionCategories[category] ?? category;

const credentialFields: Readonly<Record<string, string>> = {
  api_key: 'API key',
  organization: 'Organization ID',
  project: 'Project ID',
  region: 'Region',
  access_key_id: 'Access key ID',
  secret_access_key: 'Secret access key',
  session_token: 'Session token',
  output_s3_uri: 'S3 address for videos',
  s3_endpoint: 'S3 endpoint',
  batch_s3_uri: 'S3 address for batches',
  batch_role_arn: 'Role ARN for batches',
  batch_bucket_owner: 'Account of that bucket',
};

/** The label of a field of a credential. @param field as the family of the provider names it */
export const credentialFieldName = (field: string): string => credentialFields[field] ?? field;

/** A value of the API without a text of its own, such as `rate_limited`, as words. */
export const plainName = (value: string): string => value.replaceAll('_', ' ');

const settings: Readonly<Record<string, string>> = {
  product: 'Product',
  api_version: 'API version',
  inference_path: 'Path of the inference API',
  docs_path: 'Path of the documentation',
  openapi_path: 'Path of the OpenAPI document',
  password_characters_min: 'Minimum password length',
  setup_token_required: 'Setup requires a token',
};

/** The label of a setting of the installation. @param name as the API gives it */
export const settingName = (name: string): string => settings[name] ?? name;

/** Why a test of a credential failed, as a badge shows it. */
export const testFailures = {
  credential: 'secret rejected',
  rate_limited: 'rate limited',
  unavailable: 'provider unavailable',
  timeout: 'timed out',
  malformed: 'unreadable response',
  rejected: 'request rejected',
  unknown: 'failed',
} as const;
