// Joins class names, leaving out what is not there.
export const cx = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ')
