/** A picture of a caller. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  base64: string;
}

/** One part of a form: a text, or a picture as a file. */
export interface FormField {
  name: string;
  value: string | Picture;
}

/** A body that goes as `multipart/form-data`. */
export class WireForm {
  readonly fields: readonly FormField[];

  constructor(fields: readonly FormField[]) {
    this.fields = fields;
  }
}
