// The messages between the search thread and the server.

/** One page of sealed heads, all of one person. */
export interface SearchTask {
  nth: number
  userId: string
  contentKey: Uint8Array
  words: string[]
  heads: { id: string; head: Uint8Array }[]
}

export type SearchTaskResult = { nth: number; ids: string[] } | { nth: number; problem: string }
