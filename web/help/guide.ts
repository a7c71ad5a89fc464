// The structure of a guide; the texts are in core/words/en/guides, one file each.

/**
 * In a text `**…**` is a name on a screen of ours, word for word (a test holds it), `__…__` one on somebody else's, backticks hold what is
 * typed, and `[…](…)` is a link: to a path of ours, an id on the page, or a page elsewhere.
 */
type Marked = string

export interface GuideText {
  minutes: number
  lede: Marked
  /** The outcome of the guide, and its requirements. */
  have: Marked[]
  need: Marked[]
  parts: GuidePart[]
  /** What our screens and the phone may say, word for word, and the one thing to do. */
  trouble: Trouble[]
  /** Where to go on. */
  after: Marked[]
}

export interface GuidePart {
  /** The id in its URL. */
  id: string
  title: string
  /** One of the numbered steps. */
  step?: boolean | undefined
  blocks: GuideBlock[]
}

export interface Trouble {
  id?: string | undefined
  says: string
  then: Marked
}

/** One of these. */
export interface GuideBlock extends GuidePiece {
  fold?: { id: string; title: string; blocks: GuidePiece[] } | undefined
}

export interface GuidePiece {
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
export const wordsIn = ({ p, note, warn, list = [], steps = [] }: GuidePiece): string[] =>
  [p, note, warn, ...list, ...steps].flatMap(text => text ?? []).map(plain)
