// A list navigated with j and k; Enter opens the focused row.
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'

interface RowListProps<T> {
  label: string
  items: readonly T[]
  keyOf(item: T): string
  /** The path that a row opens. */
  to(item: T): string
  children(item: T): ReactNode
  /** Highlights rows that need attention. */
  tint?: (item: T) => 'held' | 'failed' | null
  selected?: string | null
  /** The columns of a row, as a Tailwind grid. */
  columns?: string
  live?: boolean
  /** The row opens beside the list, which stays where it is. */
  inPlace?: boolean
}

export function RowList<T>({ label, items, keyOf, to, children, tint, selected, columns, live, inPlace }: RowListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.key === 'j' || event.key === 'k') && isShortcutKey(event)) move(list.current, event.key === 'j' ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <ul ref={list} aria-label={label} aria-live={live ? 'polite' : undefined}>
      {items.map(item => {
        const key = keyOf(item)
        const rowTint = tint?.(item) ?? null
        return (
          <li key={key} className="border-t border-line first:border-t-0">
            <Link
              to={to(item)}
              data-row
              preventScrollReset={inPlace ?? false}
              aria-current={selected === key ? 'true' : undefined}
              className={cx(
                'grid min-h-(--row) items-center gap-x-4 gap-y-1 px-(--pad) py-3 text-ink no-underline -outline-offset-3!',
                columns ?? 'grid-cols-[minmax(0,1fr)_auto]',
                selected === key && 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]',
                selected !== key && (rowTint === 'held' ? 'bg-warn-soft' : rowTint === 'failed' ? 'bg-danger-soft' : 'hover:bg-water/45'),
              )}
            >
              {children(item)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Whether a key press counts as a shortcut: not inside a field, not with a modifier, and not if the user switched shortcuts off. */
export function isShortcutKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem('keys') === 'off') return false
  return !(event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
}

function move(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = rows.findIndex(row => row === document.activeElement)
  const current = at >= 0 ? at : rows.findIndex(row => row.getAttribute('aria-current') === 'true')
  rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, current + step))]?.focus()
}
