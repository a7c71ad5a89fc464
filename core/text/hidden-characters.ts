// What a key may be called: letters that are seen as they were typed, in the list, in letters and in the log.

/** Line breaks and what turns the direction of text would make one name look like another. */
export const hidesCharacters = (name: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)
