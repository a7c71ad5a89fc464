// Which places of a mail are part of others.

/** Of these a mail has exactly one text. */
const single = new Set(['subject', 'body', 'whole_body'])
export const isSingle = (place: string): boolean => single.has(place)

const parts: Record<string, string> = { to: 'recipient', cc: 'recipient', 'header list-id': 'list' }

/** Is every text of `inner` a text of `outer` too? */
export const isPart = (inner: string, outer: string): boolean => inner === outer || parts[inner] === outer
