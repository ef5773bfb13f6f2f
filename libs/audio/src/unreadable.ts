/** Bytes that are no audio which can be measured; the message is for the sender. */
export class UnreadableAudio extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableAudio';
  }
}
