// The markup of a chat: which parts of a text WhatsApp shows in bold, in italics, struck or of one width, and which lines as a quote or a list.
export type ChatPiece = string | { look: 'bold' | 'italic' | 'struck' | 'mono' | 'link'; pieces: ChatPiece[] }

export interface ChatBlock {
  /** An item holds what follows its mark; `mono` the lines between two rows of three backticks. */
  kind: 'text' | 'quote' | 'item' | 'mono'
  lines: ChatPiece[][]
  /** Of an item: what is drawn before it. */
  mark?: string
}

/** Lines that follow one another in the same kind are one block; each item is one. */
export function blocksOf(text: string): ChatBlock[] {
  return text.split(/^```\n?([^]*?)```$/m).flatMap((part, nth) => (nth % 2 === 1 ? monoOf(part) : linesOf(part, nth > 0)))
}

const monoOf = (text: string): ChatBlock[] => [
  {
    kind: 'mono',
    lines: text
      .replace(/\n$/, '')
      .split('\n')
      .map(line => [line]),
  },
]

function linesOf(text: string, isAfterMono: boolean): ChatBlock[] {
  const blocks: ChatBlock[] = []
  const lines = (isAfterMono ? text.replace(/^\n/, '') : text).split('\n')
  for (const line of lines) {
    const [, mark, rest] = /^([-*]|\d{1,3}\.) (?=\S)(.*)$/.exec(line) ?? []
    if (mark !== undefined && rest !== undefined) {
      blocks.push({ kind: 'item', mark: /\d/.test(mark) ? mark : '•', lines: [piecesOf(rest)] })
      continue
    }
    const kind = line.startsWith('> ') ? 'quote' : 'text'
    const pieces = piecesOf(kind === 'quote' ? line.slice(2) : line)
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(pieces)
    else blocks.push({ kind, lines: [pieces] })
  }
  return isAfterMono && text.trim() === '' ? [] : blocks
}

const looks = { '*': 'bold', _: 'italic', '~': 'struck', '`': 'mono' } as const
type Marker = keyof typeof looks

/** In one go from left to right: hostile text costs no more than other text of its length. */
export function piecesOf(line: string): ChatPiece[] {
  const links = [...line.matchAll(/https?:\/\/\S+/g)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  return between(line, links, 0, line.length)
}

interface Link {
  start: number
  end: number
}

function between(line: string, links: Link[], from: number, to: number): ChatPiece[] {
  const pieces: ChatPiece[] = []
  const unclosed = new Set<Marker>()
  let plainFrom = from
  let at = from
  const take = (piece: ChatPiece, end: number) => {
    if (at > plainFrom) pieces.push(line.slice(plainFrom, at))
    pieces.push(piece)
    plainFrom = end
    at = end
  }
  let nextLink = 0
  while (at < to) {
    while ((links[nextLink]?.end ?? Infinity) <= at) nextLink++
    const link = links[nextLink]
    if (link?.start === at) {
      take({ look: 'link', pieces: [line.slice(at, link.end)] }, link.end)
      continue
    }
    const marker = markerAt(line, at)
    if (!marker || unclosed.has(marker) || !opens(line, at)) {
      at++
      continue
    }
    const close = closeOf(line, links, nextLink, marker, at, to)
    if (close === null) {
      // Whoever opens later would look for the same end.
      unclosed.add(marker)
      at++
    } else
      take({ look: looks[marker], pieces: marker === '`' ? [line.slice(at + 1, close)] : between(line, links, at + 1, close) }, close + 1)
  }
  if (to > plainFrom) pieces.push(line.slice(plainFrom, to))
  return pieces
}

function closeOf(line: string, links: Link[], nextLink: number, marker: Marker, open: number, to: number): number | null {
  let link = nextLink
  for (let at = open + 2; at < to; at++) {
    while ((links[link]?.end ?? Infinity) <= at) link++
    const inLink = (links[link]?.start ?? Infinity) <= at
    if (!inLink && line[at] === marker && closes(line, at)) return at
  }
  return null
}

const markerAt = (line: string, at: number): Marker | null => {
  const letter = line[at]
  return letter === '*' || letter === '_' || letter === '~' || letter === '`' ? letter : null
}

// A marker stands at the edge of a word and touches the text that it holds; a word joiner (U+2060) keeps it from doing so.
const opens = (line: string, at: number): boolean => isEdge(line[at - 1]) && touches(line[at + 1])
const closes = (line: string, at: number): boolean => touches(line[at - 1]) && isEdge(line[at + 1])
const isEdge = (letter: string | undefined): boolean => letter === undefined || !/[\p{L}\p{N}\u2060]/u.test(letter)
const touches = (letter: string | undefined): boolean => letter !== undefined && !/[\s\u2060]/.test(letter)
