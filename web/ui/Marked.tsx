// A text with the words that matched marked; ranges that overlap or leave the text are brought in order first.
import type { ReactNode } from 'react'

export function Marked({ text, hits }: { text: string; hits: readonly { start: number; end: number }[] }) {
  const out: ReactNode[] = []
  let at = 0
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const start = Math.max(at, Math.min(hit.start, text.length))
    const end = Math.min(hit.end, text.length)
    if (start >= end) continue
    out.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <bdi>
      {out}
      {text.slice(at)}
    </bdi>
  )
}
