/** The option of an object schema that takes no other members. */
export const closed = { additionalProperties: false } as const;
