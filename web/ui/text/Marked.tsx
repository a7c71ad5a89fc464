// A text with highlighted ranges, sorted, merged and clipped first.
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
