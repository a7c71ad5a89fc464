// A row of short points in columns.
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Rich } from '../../ui/text/Rich.tsx'

interface Point {
  title: ReactNode
  text: string
  id?: string
}

const columns = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' }

/** A command stays on one line. */
const codeTags = { code: (text: string) => <code className="whitespace-nowrap">{text}</code> }

/** `numbered` if their order matters; `across` is the maximum number of columns. */
export function Points({
  points,
  numbered = false,
  across = 3,
  level = 3,
}: {
  points: readonly Point[]
  numbered?: boolean
  across?: keyof typeof columns
  level?: 2 | 3
}) {
  const List = numbered ? 'ol' : 'ul'
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <List className={cx('grid gap-x-8 gap-y-8', columns[across])}>
      {points.map(({ title, text, id }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the points of a page never change order
        <li key={index} id={id} className="border-t border-line pt-4">
          {numbered && (
            <span aria-hidden="true" className="block text-figure font-figure text-accent-ink">
              {index + 1}
            </span>
          )}
          <Title className={cx('text-lg', numbered && 'mt-2')}>{title}</Title>
          <p className="mt-1 max-w-[58ch] text-ink-2">
            <Rich text={text} tags={codeTags} />
          </p>
        </li>
      ))}
    </List>
  )
}
