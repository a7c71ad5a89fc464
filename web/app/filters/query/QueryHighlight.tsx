// The highlighted text of a query, rendered behind the transparent input.
import type { ReactNode } from 'react'
import type { QueryProblem } from '../../../../core/filters/query/problem.ts'
import { cx } from '../../../ui/cx.ts'

interface HighlightProps {
  text: string
  problems: QueryProblem[]
  className: string
}

/** Hidden from screen readers, since the input holds the same text. */
export function QueryHighlight({ text, problems, className }: HighlightProps) {
  const boundaries = [
    ...new Set([
      0,
      text.length,
      ...problems.flatMap(({ at }) => [at.start, at.end]),
      ...findTokens(text).flatMap(({ start, end }) => [start, end]),
    ]),
  ]
    .filter(offset => offset >= 0 && offset <= text.length)
    .toSorted((a, b) => a - b)
  const tokens = findTokens(text)
  const parts: ReactNode[] = boundaries.slice(0, -1).map((start, index) => {
    const end = boundaries[index + 1] ?? text.length
    const token = tokens.find(other => other.start <= start && end <= other.end)
    const isInvalid = problems.some(({ at }) => at.start <= start && end <= at.end)
    return (
      <span
        key={start}
        className={cx(token?.kind === 'field' && 'text-accent-ink', token?.kind === 'join' && 'font-bold', isInvalid && 'typed-wrong')}
      >
        {text.slice(start, end)}
      </span>
    )
  })
  const hasErrorAtEnd = problems.some(({ at }) => at.start >= text.length)
  return (
    <div aria-hidden="true" className={className}>
      {parts}
      {hasErrorAtEnd && <span className="typed-wrong"> </span>}
      {'\u200b'}
    </div>
  )
}

interface Token {
  start: number
  end: number
  kind: 'field' | 'join'
}

const pattern = /"(?:\\.|[^"\\])*"?|(?<field>(?<![\w-])-?[a-z][\w-]*:)|(?<join>(?<!\S)(?:OR|AND)(?!\S)|(?<![\w])-(?=["({\w]))/g

function findTokens(text: string): Token[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: match, groups }) => {
    const kind = groups?.['field'] ? ('field' as const) : groups?.['join'] ? ('join' as const) : null
    return kind ? [{ start: index, end: index + match.length, kind }] : []
  })
}
