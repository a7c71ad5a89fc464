// What the thread that searches is told, and what it says.

/** One page of sealed heads, all of one person. */
export interface Look {
  nth: number
  userId: string
  contentKey: Uint8Array
  words: string[]
  heads: { id: string; head: Uint8Array }[]
}

export type Found = { nth: number; ids: string[] } | { nth: number; problem: string }
