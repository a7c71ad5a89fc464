// Letters of a mail without what nobody sees: controls, fillers, marks that turn the direction of all that follows.

const unseen =
  /\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u2066-\u206f\u202a-\u202e\u3164\ufeff\uffa0\ufff9-\ufffb]/g
/** Joiners shape letters and emoji; between blanks they only fill. */
const fillers = /(^|\s)(?:\u200c|\u200d)+(?=\s|$)/g

/** Blanks stay as many as they were, each an ordinary one. */
export const clean = (text: string): string =>
  isPlain(text)
    ? text
    : text
        .toWellFormed()
        .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
        .replace(unseen, '')
        .replace(fillers, '$1')

const isPlain = (text: string): boolean => /^[\t\n\x20-\x7e]*$/.test(text)
