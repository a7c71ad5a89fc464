// What a guide is made of: its texts stand in core/words/en/guides, one file each.

/**
 * In a text `**…**` is a name on a screen of ours, word for word (a test holds it), `__…__` one on somebody else's, backticks hold what is
 * typed, and `[…](…)` is a link: to a path of ours, an id on the page, or a page elsewhere.
 */
type Marked = string

export interface Guide {
  minutes: number
  lede: Marked
  /** What one has at the end, and needs for it. */
  have: Marked[]
  need: Marked[]
  parts: Part[]
  /** What our screens and the phone may say, word for word, and the one thing to do. */
  trouble: Trouble[]
  /** Where to go on. */
  after: Marked[]
}

export interface Part {
  /** Names it in addresses. */
  id: string
  title: string
  /** One of the numbered steps. */
  step?: boolean | undefined
  blocks: Block[]
}

export interface Trouble {
  id?: string | undefined
  says: string
  then: Marked
}

/** One of these. */
export interface Block extends Piece {
  fold?: { id: string; title: string; blocks: Piece[] } | undefined
}

export interface Piece {
  p?: Marked | undefined
  list?: Marked[] | undefined
  steps?: Marked[] | undefined
  note?: Marked | undefined
  warn?: Marked | undefined
  /** Its name in pictures.json; `alt` says what is to be seen. */
  picture?: string | undefined
  alt?: string | undefined
}

/** A text without its marks. */
export const plain = (text: Marked): string => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/\*\*|__|`/g, '')

/** Whatever a piece says in words. */
export const wordsIn = ({ p, note, warn, list = [], steps = [] }: Piece): string[] =>
  [p, note, warn, ...list, ...steps].flatMap(text => text ?? []).map(plain)
