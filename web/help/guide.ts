// The structure of a guide; the texts are in core/words/en/guides, one file per guide.

/**
 * Inline markup: `**…**` is a label on one of our screens, word for word (a test checks this), `__…__` a label on somebody else's
 * screen, backticks hold what the reader types, and `[…](…)` is a link to a path of ours, an id on the page, or another site.
 */
type MarkedString = string

export interface GuideText {
  minutes: number
  lede: MarkedString
  /** The outcome of the guide, and its requirements. */
  have: MarkedString[]
  need: MarkedString[]
  parts: GuidePart[]
  /** Messages that our screens or the phone may show, word for word, each with the one thing to do. */
  trouble: Trouble[]
  /** Next steps. */
  after: MarkedString[]
}

export interface GuidePart {
  /** The id for links to it. */
  id: string
  title: string
  /** One of the numbered steps. */
  step?: boolean | undefined
  blocks: GuideBlock[]
}

export interface Trouble {
  id?: string | undefined
  says: string
  then: MarkedString
}

/** Exactly one of the fields is set. */
export interface GuideBlock extends GuidePiece {
  fold?: { id: string; title: string; blocks: GuidePiece[] } | undefined
}

export interface GuidePiece {
  p?: MarkedString | undefined
  list?: MarkedString[] | undefined
  steps?: MarkedString[] | undefined
  note?: MarkedString | undefined
  warn?: MarkedString | undefined
  /** A name in pictures.json; `alt` describes the picture. */
  picture?: string | undefined
  alt?: string | undefined
}

/** Removes the inline markup. */
export const stripMarks = (text: MarkedString): string => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/\*\*|__|`/g, '')

/** All texts of a block, without markup. */
export const textsIn = ({ p, note, warn, list = [], steps = [] }: GuidePiece): string[] =>
  [p, note, warn, ...list, ...steps].flatMap(text => text ?? []).map(stripMarks)
