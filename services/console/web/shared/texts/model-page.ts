/** Texts of the administrators’ page of one model. */
export const modelPage = {
  facts: 'Model',
  provider: 'Provider',
  upstream: 'Name at the provider',
  family: 'Family',
  discovered: 'Discovered',
  changed: 'Last changed',
  requests: 'Its requests',
  simulate: 'Simulate prices',
  gone: 'Model not found',
  goneText: 'The address is mistyped. Choose a model from the list.',
} as const;
