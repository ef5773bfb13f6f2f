/** Owns the endpoints of the operators; no user has this uuid. */
export const OPERATORS = '00000000-0000-0000-0000-000000000000';
