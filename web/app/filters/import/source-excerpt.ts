// The line of the source that a remark refers to, with the part in question.
export interface SourceExcerpt {
  line: number
  before: string
  marked: string
  after: string
}

const mostAround = 80
const mostMarked = 200

/** `at` are UTF-16 offsets; what is far from the mark, or on other lines, is left out. */
export function excerptAt(source: string, at: { start: number; end: number }): SourceExcerpt {
  const start = Math.max(0, Math.min(at.start, source.length))
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const lineEnd = endOf(source, start)
  const end = Math.max(start, Math.min(at.end, lineEnd, start + mostMarked))
  const from = Math.max(lineStart, start - mostAround)
  const to = Math.min(lineEnd, end + mostAround)
  return {
    line: source.slice(0, start).split('\n').length,
    before: (from > lineStart ? '…' : '') + source.slice(from, start).trimStart(),
    marked: source.slice(start, end),
    after: source.slice(end, to) + (to < lineEnd ? '…' : ''),
  }
}

function endOf(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end === -1 ? source.length : end
}
