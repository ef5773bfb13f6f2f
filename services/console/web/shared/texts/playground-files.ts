/** Texts of the files that go with a message in the playground. */
export const fileTexts = {
  images: 'Images (PNG, JPEG, GIF or WebP)',
  documents: 'Documents (PDF)',
  tooLarge: 'Images and documents: the total size must be at most 14 MiB.',
  unreadable: (name: string): string => `The file ${name} could not be read.`,
} as const;
