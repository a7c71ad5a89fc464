// Where blocks are written letter by letter: blanks fall together as on a page, empty lines and blocks vanish.
import { clean } from './clean.ts'
import { type Block, lineText, type TextMark, type TextRun } from './shapes.ts'

/** How what comes next looks. */
export interface TextStyle {
  marks: readonly TextMark[]
  href: string | null
  quote: number
}

export type BlockStart = Pick<Block, 'kind' | 'depth' | 'number'>

export interface BlockWriter {
  write(text: string, look: TextStyle): void
  /** As it stands, blanks and lines and all. */
  writeRaw(text: string, look: TextStyle): void
  /** The next letters stand on a new line. */
  endLine(): void
  /** A line break that was asked for: the second in a row opens a gap. */
  breakLine(): void
  /** The next letters stand in a block of their own. */
  gap(): void
  /** A block of another kind; tight where no gap stands before it. */
  start(start: BlockStart, isTight: boolean): void
  add(block: Block): void
  /** How many letters and pictures stand here; more than before: something was written. */
  size(): number
  blocks(): Block[]
}

export function newBlockWriter(): BlockWriter {
  const blocks: Block[] = []
  let current: Block | null = null
  let next: { start: BlockStart; isTight: boolean } | null = null
  let size = 0

  const finish = () => {
    if (current) {
      for (const line of current.lines) trimLine(line)
      while (current.lines.length > 0 && lineText(current.lines.at(-1) ?? []) === '') current.lines.pop()
      if (current.lines.length > 0) blocks.push(current)
    }
    current = null
  }
  const open = (quote: number): Block => {
    if (current && (current.quote ?? 0) !== quote) finish()
    if (current) return current
    const { start, isTight } = next ?? { start: { kind: 'paragraph' as const }, isTight: false }
    next = null
    current = { ...start, lines: [[]], ...(quote > 0 ? { quote } : {}), ...(isTight ? { isTight } : {}) }
    return current
  }
  const lastLine = () => current?.lines.at(-1)

  return {
    write(text, look) {
      let letters = clean(text).replace(/\s+/g, ' ')
      const line = lastLine()
      if (/^ /.test(letters) && (!line || / $|^$/.test(line.at(-1)?.text ?? ''))) letters = letters.slice(1)
      if (letters === '') return
      if (letters !== ' ') size += letters.length
      else if (!current) return
      put(open(look.quote), letters, look)
    },
    writeRaw(text, look) {
      for (const [at, letters] of clean(text).split('\n').entries()) {
        const block = open(look.quote)
        if (at > 0) block.lines.push([])
        if (letters !== '') put(block, letters, look)
        size += letters.length
      }
    },
    endLine() {
      if (current && lineText(lastLine() ?? []).trim() !== '') current.lines.push([])
    },
    breakLine() {
      if (current && lineText(lastLine() ?? []).trim() !== '') current.lines.push([])
      else if (current) finish()
    },
    gap() {
      finish()
      next = null
    },
    start(start, isTight) {
      finish()
      next = { start, isTight }
    },
    add(block) {
      finish()
      blocks.push(block)
      size += 1
    },
    size: () => size,
    blocks() {
      finish()
      return blocks
    },
  }
}

function put(block: Block, text: string, { marks, href }: TextStyle): void {
  const line = block.lines.at(-1)
  const last = line?.at(-1)
  if (last && last.href === (href ?? undefined) && sameMarks(last.marks ?? [], marks)) last.text += text
  else line?.push({ text, ...(marks.length > 0 ? { marks: [...marks] } : {}), ...(href === null ? {} : { href }) })
}

const sameMarks = (a: readonly TextMark[], b: readonly TextMark[]): boolean =>
  a.length === b.length && a.every((mark, at) => mark === b[at])

/** Spans of nothing go, blanks at the end too. */
function trimLine(line: TextRun[]): void {
  for (let last = line.at(-1); last; last = line.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    line.pop()
  }
}
