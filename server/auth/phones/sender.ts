// What takes a code to a phone, and what may become of it.

/** Sends `code` to a number of digits alone, and says what became of it; never throws for what the network does. */
export type SendCode = (phone: string, code: string) => Promise<CodeSent>

export type CodeSent =
  | { kind: 'sent'; messageId: string }
  /** No answer came: the code may arrive yet. */
  | { kind: 'unknown' }
  /** This number cannot be reached. */
  | { kind: 'unreachable' }
  /** Nothing goes to anybody just now. */
  | { kind: 'unavailable' }
