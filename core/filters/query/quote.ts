// Quotes text for a query, and unquotes it.

// Invisible characters and direction marks; the two joiners are part of letters and emoji.
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
const escaped = /\\(?:(["\\])|u\{([0-9a-f]{1,6})\})/gi
const lastPoint = 0x10ffff
const maxWordLength = 1000

/** Escapes quotes and backslashes, and invisible characters as `\u{…}`. */
export const quoteQueryText = (text: string): string =>
  `"${escapeInvisible(text.replace(/[\\"]/g, '\\$&'), character => `\\u{${character.codePointAt(0)?.toString(16)}}`)}"`

export const escapeInvisible = (text: string, escape: (character: string) => string): string => text.replace(invisible, escape)

/** Other backslashes are literal. */
export const unquote = (inner: string): string =>
  inner.replace(escaped, (all: string, sign: string | undefined, point: string | undefined) => {
    if (sign !== undefined) return sign
    const code = Number.parseInt(point ?? '', 16)
    return code <= lastPoint ? String.fromCodePoint(code) : all
  })

export const hasInvisible = (text: string): boolean => text.search(invisible) !== -1

const plain = /^[\p{L}\p{N}@._%&#][\p{L}\p{M}\p{N}@._%&#!'+-]*$/u
/** Needs no quotes. */
export const isPlain = (text: string): boolean => text.length <= maxWordLength && plain.test(text)
