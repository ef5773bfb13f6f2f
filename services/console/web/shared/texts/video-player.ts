/** Texts of the player of a video. */
export const videoPlayer = {
  watch: (size: string): string => `Watch (${size})`,
  video: (id: string): string => `Video ${id}`,
} as const;
