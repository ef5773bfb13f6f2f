const REGION_GROUP = /^(?:us-gov|us|eu|apac|global|jp|au|ca|in|sa|me|af|il|mx)\./u;

/** The name of a model without the group of regions that a cross-region profile puts in front. */
export function bareModel(upstreamModel: string): string {
  return upstreamModel.replace(REGION_GROUP, '');
}

/** Where calls of a model go; every character that is no plain one is encoded, the colon too. */
export function modelPath(upstreamModel: string, verb: string): string {
  return `/model/${encodeURIComponent(upstreamModel)}/${verb}`;
}
