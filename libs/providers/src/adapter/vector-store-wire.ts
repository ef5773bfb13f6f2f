/** The state of a vector store in the account of a credential. */
export type VectorStoreState = 'present' | 'expired';

/** How a vector store in the account of a credential is looked up. */
export interface VectorStoreLookup {
  /** The path of a store behind the address of the provider. */
  path(id: string): string;
  headers: Readonly<Record<string, string>>;
  /** @throws MalformedReply for a reply that is not about that store */
  fromWire(reply: unknown, id: string): VectorStoreState;
}
