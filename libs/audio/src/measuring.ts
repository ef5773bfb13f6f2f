/**
 * A measurement under way, which gives its result in seconds. It yields often, so that its caller
 * can let others have their turn between two steps through a hostile file.
 */
export type Measuring = Generator<undefined, number, undefined>;
