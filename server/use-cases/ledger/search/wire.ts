// The messages between the server and its search thread.

/** One page of sealed heads, all of one user. */
export interface SearchTask {
  nth: number
  userId: string
  contentKey: Uint8Array
  words: string[]
  heads: { id: string; head: Uint8Array }[]
}

export type SearchTaskResult = { nth: number; ids: string[] } | { nth: number; problem: string }
