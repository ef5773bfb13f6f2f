/** The name of a PDF whose caller gave it none, for wires that want one. */
export const PDF_NAME = 'document.pdf';
