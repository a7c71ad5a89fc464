// Parses WhatsApp's markup: bold, italic, strikethrough, monospace, quotes and lists.
export type ChatPiece = string | { look: 'bold' | 'italic' | 'struck' | 'mono' | 'link'; pieces: ChatPiece[] }

export interface ChatBlock {
  /** An item contains the text after its mark; `mono` the lines between triple backticks. */
  kind: 'text' | 'quote' | 'item' | 'mono'
  lines: ChatPiece[][]
  /** For an item: what is shown before it. */
  mark?: string
}

/** Consecutive lines of the same kind form one block; each item is its own. */
export function parseChatBlocks(text: string): ChatBlock[] {
  return text.split(/^```\n?([^]*?)```$/m).flatMap((part, index) => (index % 2 === 1 ? monoBlock(part) : parseLines(part, index > 0)))
}

const monoBlock = (text: string): ChatBlock[] => [
  {
    kind: 'mono',
    lines: text
      .replace(/\n$/, '')
      .split('\n')
      .map(line => [line]),
  },
]

function parseLines(text: string, isAfterMono: boolean): ChatBlock[] {
  const blocks: ChatBlock[] = []
  const lines = (isAfterMono ? text.replace(/^\n/, '') : text).split('\n')
  for (const line of lines) {
    const [, mark, rest] = /^([-*]|\d{1,3}\.) (?=\S)(.*)$/.exec(line) ?? []
    if (mark !== undefined && rest !== undefined) {
      blocks.push({ kind: 'item', mark: /\d/.test(mark) ? mark : '•', lines: [parseChatPieces(rest)] })
      continue
    }
    const kind = line.startsWith('> ') ? 'quote' : 'text'
    const pieces = parseChatPieces(kind === 'quote' ? line.slice(2) : line)
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(pieces)
    else blocks.push({ kind, lines: [pieces] })
  }
  return isAfterMono && text.trim() === '' ? [] : blocks
}

const looks = { '*': 'bold', _: 'italic', '~': 'struck', '`': 'mono' } as const
type Marker = keyof typeof looks

/** A single pass from left to right, so that hostile text costs no more than any other. */
export function parseChatPieces(line: string): ChatPiece[] {
  const links = [...line.matchAll(/https?:\/\/\S+/g)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  return parseSpan(line, links, 0, line.length)
}

interface Link {
  start: number
  end: number
}

function parseSpan(line: string, links: Link[], from: number, to: number): ChatPiece[] {
  const pieces: ChatPiece[] = []
  const unclosed = new Set<Marker>()
  let plainFrom = from
  let at = from
  const addPiece = (piece: ChatPiece, end: number) => {
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
      addPiece({ look: 'link', pieces: [line.slice(at, link.end)] }, link.end)
      continue
    }
    const marker = markerAt(line, at)
    if (!marker || unclosed.has(marker) || !canOpen(line, at)) {
      at++
      continue
    }
    const close = findClose(line, links, nextLink, marker, at, to)
    if (close === null) {
      // A later opening marker would look for the same end.
      unclosed.add(marker)
      at++
    } else
      addPiece(
        { look: looks[marker], pieces: marker === '`' ? [line.slice(at + 1, close)] : parseSpan(line, links, at + 1, close) },
        close + 1,
      )
  }
  if (to > plainFrom) pieces.push(line.slice(plainFrom, to))
  return pieces
}

function findClose(line: string, links: Link[], nextLink: number, marker: Marker, open: number, to: number): number | null {
  let link = nextLink
  for (let at = open + 2; at < to; at++) {
    while ((links[link]?.end ?? Infinity) <= at) link++
    const inLink = (links[link]?.start ?? Infinity) <= at
    if (!inLink && line[at] === marker && canClose(line, at)) return at
  }
  return null
}

const markerAt = (line: string, at: number): Marker | null => {
  const character = line[at]
  return character === '*' || character === '_' || character === '~' || character === '`' ? character : null
}

// A marker must be at the edge of a word and touch the marked text; a word joiner (U+2060) prevents that.
const canOpen = (line: string, at: number): boolean => isEdge(line[at - 1]) && isText(line[at + 1])
const canClose = (line: string, at: number): boolean => isText(line[at - 1]) && isEdge(line[at + 1])
const isEdge = (character: string | undefined): boolean => character === undefined || !/[\p{L}\p{N}\u2060]/u.test(character)
const isText = (character: string | undefined): boolean => character !== undefined && !/[\s\u2060]/.test(character)
