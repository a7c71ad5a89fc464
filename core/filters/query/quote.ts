// How any text stands in quotes, and how it is read back.

// What a person cannot see or what turns the text around it; the two joiners belong to letters and emoji.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
const escaped = /\\(?:(["\\])|u\{([0-9a-f]{1,6})\})/gi
const lastPoint = 0x10ffff
const longestWord = 1000

/** In quotes; `\"`, `\\` and `\u{…}` stand for what quotes cannot hold or nobody could see. */
export const quote = (text: string): string =>
  `"${escapeUnseen(text.replace(/[\\"]/g, '\\$&'), letter => `\\u{${letter.codePointAt(0)?.toString(16)}}`)}"`

export const escapeUnseen = (text: string, escape: (letter: string) => string): string => text.replace(unseen, escape)

/** The text within quotes; any other backslash stands for itself. */
export const unquote = (inner: string): string =>
  inner.replace(escaped, (all: string, sign: string | undefined, point: string | undefined) => {
    if (sign !== undefined) return sign
    const code = Number.parseInt(point ?? '', 16)
    return code <= lastPoint ? String.fromCodePoint(code) : all
  })

export const hasUnseen = (text: string): boolean => text.search(unseen) !== -1

const plain = /^[\p{L}\p{N}@._%&#][\p{L}\p{M}\p{N}@._%&#!'+-]*$/u
/** Needs no quotes: nothing in it means anything to the query. */
export const isPlain = (text: string): boolean => text.length <= longestWord && plain.test(text)
