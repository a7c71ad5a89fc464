// A card with one subject and one action.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type CardProps = ComponentProps<'section'> & {
  /** `needs` has a red edge and must say what it needs; `dashed` is a slot for something new. */
  look?: 'rest' | 'needs' | 'dashed'
  /** Without padding, for lists and tables. */
  flush?: boolean
}

export function Card({ look = 'rest', flush = false, className, ...rest }: CardProps) {
  return (
    <section
      className={cx(
        'card grid content-start grid-cols-1',
        flush ? 'card-flush' : 'gap-4',
        look === 'needs' && 'card-needs',
        look === 'dashed' && 'card-dashed',
        className,
      )}
      {...rest}
    />
  )
}

/** The head of a flush card: title, one line, one action. */
export function CardHead({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3 px-(--pad) py-4">
      <div>
        <h2>{title}</h2>
        {children && <p className="text-sm text-ink-2">{children}</p>}
      </div>
      {action}
    </header>
  )
}

/** Facts as pairs of name and value. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] content-start items-baseline gap-x-4 gap-y-1 text-sm">
      {facts.map(fact => (
        <div key={fact.name} className="contents">
          <dt className="text-ink-3">{fact.name}</dt>
          <dd className="min-w-0">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The square at the top of a card: a character or an icon. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="grid size-10 flex-none place-items-center rounded-hull bg-water font-bold text-ink">
      {children}
    </span>
  )
}
