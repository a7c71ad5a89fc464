// Builds blocks from runs of text: collapses white space as a browser does, and drops empty lines and blocks.

import { type Block, lineText, type TextMark, type TextRun } from './shapes.ts'
import { stripInvisible } from './strip-invisible.ts'

/** The style of the next text. */
export interface TextStyle {
  marks: readonly TextMark[]
  href: string | null
  quote: number
  print: Print
}

/** How a program set the text apart: its size in pixels, and whether it stands in an element made for a signature. */
export interface Print {
  size: number
  isSignature: boolean
}

export const plainPrint: Print = { size: 16, isSignature: false }

export type BlockStart = Pick<Block, 'kind' | 'depth' | 'number'>

export interface BlockWriter {
  write(text: string, style: TextStyle): void
  /** Keeps white space and line breaks. */
  writeRaw(text: string, style: TextStyle): void
  /** Starts a new line unless the current one is empty. */
  endLine(): void
  /** An explicit line break: the second in a row ends the block. */
  breakLine(): void
  /** Ends the block: the next text opens a new one. */
  gap(): void
  /** Opens a block of another kind; `isTight`: without a gap before it. */
  start(start: BlockStart, isTight: boolean): void
  add(block: Block, print: Print): void
  /** Counts characters and pictures; if it grows, something was written. */
  size(): number
  blocks(): Block[]
  /** The largest print of each block. */
  prints(): Print[]
}

export function newBlockWriter(): BlockWriter {
  const blocks: Block[] = []
  const prints = new Map<Block, Print>()
  let current: Block | null = null
  let pending: { start: BlockStart; isTight: boolean } | null = null
  let size = 0

  const closeBlock = () => {
    if (current) {
      for (const line of current.lines) trimLine(line)
      while (current.lines.length > 0 && lineText(current.lines.at(-1) ?? []) === '') current.lines.pop()
      if (current.lines.length > 0) blocks.push(current)
    }
    current = null
  }
  const notePrint = (block: Block, print: Print) => {
    if (print.size > (prints.get(block)?.size ?? 0)) prints.set(block, print)
  }
  const openBlock = ({ quote, print }: TextStyle): Block => {
    if (current && ((current.quote ?? 0) !== quote || prints.get(current)?.isSignature !== print.isSignature)) closeBlock()
    if (current) notePrint(current, print)
    if (current) return current
    const { start, isTight } = pending ?? { start: { kind: 'paragraph' as const }, isTight: false }
    pending = null
    current = { ...start, lines: [[]], ...(quote > 0 ? { quote } : {}), ...(isTight ? { isTight } : {}) }
    notePrint(current, print)
    return current
  }
  const lastLine = () => current?.lines.at(-1)

  return {
    write(text, style) {
      let collapsed = stripInvisible(text).replace(/\s+/g, ' ')
      const line = lastLine()
      if (/^ /.test(collapsed) && (!line || / $|^$/.test(line.at(-1)?.text ?? ''))) collapsed = collapsed.slice(1)
      if (collapsed === '') return
      if (collapsed !== ' ') size += collapsed.length
      else if (!current) return
      appendText(openBlock(style), collapsed, style)
    },
    writeRaw(text, style) {
      for (const [at, rawLine] of stripInvisible(text).split('\n').entries()) {
        const block = openBlock(style)
        if (at > 0) block.lines.push([])
        if (rawLine !== '') appendText(block, rawLine, style)
        size += rawLine.length
      }
    },
    endLine() {
      if (current && lineText(lastLine() ?? []).trim() !== '') current.lines.push([])
    },
    breakLine() {
      if (current && lineText(lastLine() ?? []).trim() !== '') current.lines.push([])
      else if (current) closeBlock()
    },
    gap() {
      closeBlock()
      pending = null
    },
    start(start, isTight) {
      closeBlock()
      pending = { start, isTight }
    },
    add(block, print) {
      closeBlock()
      notePrint(block, print)
      blocks.push(block)
      size += 1
    },
    size: () => size,
    blocks() {
      closeBlock()
      return blocks
    },
    prints: () => blocks.map(block => prints.get(block) ?? plainPrint),
  }
}

function appendText(block: Block, text: string, { marks, href }: TextStyle): void {
  const line = block.lines.at(-1)
  const last = line?.at(-1)
  if (last && last.href === (href ?? undefined) && sameMarks(last.marks ?? [], marks)) last.text += text
  else line?.push({ text, ...(marks.length > 0 ? { marks: [...marks] } : {}), ...(href === null ? {} : { href }) })
}

const sameMarks = (a: readonly TextMark[], b: readonly TextMark[]): boolean =>
  a.length === b.length && a.every((mark, at) => mark === b[at])

/** Removes trailing white space and empty runs. */
function trimLine(line: TextRun[]): void {
  for (let last = line.at(-1); last; last = line.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    line.pop()
  }
}
