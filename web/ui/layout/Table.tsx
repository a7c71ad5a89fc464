// A table with a sticky header and first column that scrolls sideways when it is too wide.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import { SkeletonRows } from '../feedback/Skeleton.tsx'
import { useHasMoreSideways } from './scroll-edge.ts'

export interface Column<T> {
  key: string
  head: string
  number?: boolean
  cell(row: T): ReactNode
}

interface TableProps<T> {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[] | undefined
  keyOf(row: T): string
  sort?: { key: string; down: boolean }
  onSort?: (key: string) => void
  /** Shown when there are no rows. */
  empty?: ReactNode
}

export function Table<T>(props: TableProps<T>) {
  if (!props.rows) return <SkeletonRows />
  if (props.rows.length === 0 && props.empty) return <>{props.empty}</>
  return <Grid {...props} rows={props.rows} />
}

function Grid<T>({ caption, columns, rows, keyOf, sort, onSort }: TableProps<T> & { rows: readonly T[] }) {
  const region = useRef<HTMLDivElement>(null)
  const hasMore = useHasMoreSideways(region)
  return (
    <div className="relative grid grid-cols-1">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div ref={region} className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map(column => (
                <Head key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={keyOf(row)} className="hover:bg-water/45">
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    className={cx(cellClass, column.number && 'text-end tabular-nums', index === 0 && 'sticky start-0 bg-surface')}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMore && (
        <span
          aria-hidden
          data-more
          className="pointer-events-none absolute inset-y-0 end-0 w-8 border-e-2 border-edge bg-linear-to-r from-transparent to-sunk rtl:bg-linear-to-l"
        />
      )}
    </div>
  )
}

const cellClass = 'border-b border-line px-3 py-2 whitespace-nowrap first:ps-(--pad) last:pe-(--pad)'

function Head<T>({ column, sort, onSort }: { column: Column<T>; sort: TableProps<T>['sort']; onSort: TableProps<T>['onSort'] }) {
  const isSorted = sort?.key === column.key
  const Arrow = sort?.down ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort?.down ? 'descending' : 'ascending') : undefined}
      className={cx(cellClass, 'sticky top-0 bg-sunk font-strong text-ink-2', column.number ? 'text-end' : 'text-start')}
    >
      {onSort ? (
        <button type="button" className="inline-flex items-center gap-1" onClick={() => onSort(column.key)}>
          {column.head}
          {isSorted && <Arrow size={14} aria-hidden />}
        </button>
      ) : (
        column.head
      )}
    </th>
  )
}
