// Strips invisible characters from text: controls, fillers, and marks that change the writing direction.

const invisible =
  /\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u2066-\u206f\u202a-\u202e\u3164\ufeff\uffa0\ufff9-\ufffb]/g
/** Joiners shape letters and emoji; between spaces they are only fillers. */
const fillers = /(^|\s)(?:\u200c|\u200d)+(?=\s|$)/g

/** Keeps the number of spaces; each becomes an ordinary one. */
export const stripInvisible = (text: string): string =>
  isPrintableAscii(text)
    ? text
    : text
        .toWellFormed()
        .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
        .replace(invisible, '')
        .replace(fillers, '$1')

const isPrintableAscii = (text: string): boolean => /^[\t\n\x20-\x7e]*$/.test(text)
