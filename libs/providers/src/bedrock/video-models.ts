/** Amazon's own models that make videos. */
export const NOVA = /^amazon\.nova-reel-v1:(?<version>\d)$/u;
/** Luma's. */
export const RAY = /^luma\.ray-v2:\d$/u;

/** The most characters of a prompt: for one shot and for several of Nova's, and for Luma's. */
export const PROMPT_MAX = { shot: 512, shots: 4_000, ray: 5_000 } as const;
