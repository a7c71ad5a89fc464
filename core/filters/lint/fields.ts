// Describes how the fields of an email contain each other.

/** Fields with exactly one text in every email. */
const singleFields = new Set(['subject', 'body', 'whole_body'])
export const hasSingleText = (field: string): boolean => singleFields.has(field)

const enclosing: Record<string, string> = { to: 'recipient', cc: 'recipient', 'header list-id': 'list' }

/** Whether every text of `inner` is also a text of `outer`. */
export const isContainedIn = (inner: string, outer: string): boolean => inner === outer || enclosing[inner] === outer
