// A text with highlighted ranges, sorted, merged and clipped first.
import type { ReactNode } from 'react'

export function Highlighted({ text, hits }: { text: string; hits: readonly { start: number; end: number }[] }) {
  const nodes: ReactNode[] = []
  let position = 0
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const start = Math.max(position, Math.min(hit.start, text.length))
    const end = Math.min(hit.end, text.length)
    if (start >= end) continue
    nodes.push(text.slice(position, start), <mark key={start}>{text.slice(start, end)}</mark>)
    position = end
  }
  return (
    <bdi>
      {nodes}
      {text.slice(position)}
    </bdi>
  )
}
