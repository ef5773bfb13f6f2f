import { pngOf } from '@tollgate/providers/sandbox/png';

/** A small picture, as a file. */
export const DOT_PNG = pngOf({ width: 2, height: 2, colour: [1, 2, 3] });
/** That picture as a data URL. */
export const DOT = `data:image/png;base64,${DOT_PNG.toString('base64')}`;
