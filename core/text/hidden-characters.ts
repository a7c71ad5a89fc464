// Detects characters in a name that are invisible or change how it is displayed.

/** Line breaks and direction marks could make one name look like another. */
export const hasHiddenCharacters = (name: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)
