// The highlighted text of a query, drawn behind the transparent input.
import type { ReactNode } from 'react'
import type { QueryProblem } from '../../../../core/filters/query/problem.ts'
import { cx } from '../../../ui/cx.ts'

interface PaintProps {
  text: string
  problems: QueryProblem[]
  className: string
}

/** Hidden from screen readers, since the input holds the same text. */
export function QueryPaint({ text, problems, className }: PaintProps) {
  const cuts = [
    ...new Set([
      0,
      text.length,
      ...problems.flatMap(({ at }) => [at.start, at.end]),
      ...words(text).flatMap(({ start, end }) => [start, end]),
    ]),
  ]
    .filter(at => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b)
  const known = words(text)
  const parts: ReactNode[] = cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length
    const word = known.find(one => one.start <= start && end <= one.end)
    const isWrong = problems.some(({ at }) => at.start <= start && end <= at.end)
    return (
      <span
        key={start}
        className={cx(word?.kind === 'field' && 'text-accent-ink', word?.kind === 'join' && 'font-bold', isWrong && 'typed-wrong')}
      >
        {text.slice(start, end)}
      </span>
    )
  })
  const atEnd = problems.some(({ at }) => at.start >= text.length)
  return (
    <div aria-hidden="true" className={className}>
      {parts}
      {atEnd && <span className="typed-wrong"> </span>}
      {'\u200b'}
    </div>
  )
}

interface Word {
  start: number
  end: number
  kind: 'field' | 'join'
}

const pattern = /"(?:\\.|[^"\\])*"?|(?<field>(?<![\w-])-?[a-z][\w-]*:)|(?<join>(?<!\S)(?:OR|AND)(?!\S)|(?<![\w])-(?=["({\w]))/g

function words(text: string): Word[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: found, groups }) => {
    const kind = groups?.['field'] ? ('field' as const) : groups?.['join'] ? ('join' as const) : null
    return kind ? [{ start: index, end: index + found.length, kind }] : []
  })
}
