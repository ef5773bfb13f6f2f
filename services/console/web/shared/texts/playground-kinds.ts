/** Texts of the playground for models that do not chat. */
export const kindTexts = {
  send: 'Send',
  busy: 'In progress…',
  input: {
    embeddings: 'Text',
    image: 'What the image shows',
    speech: 'Text to read aloud',
    video: 'What the video shows',
    moderation: 'Text to judge',
    rerank: 'What the documents are ordered by',
    transcription: 'Audio file',
  },
  documents: 'Documents, one in each line',
  nothingHeard: 'No words were heard.',
  vector: (dimensions: string): string => `A vector of ${dimensions} numbers, which begins with`,
  picture: (position: number): string => `Image ${position}`,
  flagged: 'Flagged:',
  notFlagged: 'Nothing was flagged.',
  begun: 'The video is in progress.',
  open: 'Open the video',
} as const;
