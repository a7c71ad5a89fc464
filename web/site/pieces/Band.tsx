// A section of a public page: a heading, an introduction, and its content.
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { band, column } from '../column.ts'

interface BandProps {
  title: ReactNode
  lede?: ReactNode
  /** The id for links to it. */
  id?: string
  /** A darker background, for every second band. */
  sunk?: boolean
  /** Puts the heading on the left, where it stays in view while the content on the right scrolls. */
  beside?: boolean
  /** An illustration below the heading. */
  illustration?: ReactNode
  children?: ReactNode
}

export function Band({ title, lede, id, sunk = false, beside = false, illustration, children }: BandProps) {
  return (
    <section id={id} className={cx(band, sunk && 'bg-sunk', 'scroll-mt-4')}>
      <div className={cx(column, beside && 'grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] md:gap-12')}>
        <div className={beside ? 'md:sticky md:top-6 md:self-start' : undefined}>
          <h2 className="max-w-[24ch] text-3xl">{title}</h2>
          {lede && <p className="mt-4 max-w-[58ch] text-lg text-balance text-ink-2">{lede}</p>}
          {illustration && <div className="mt-8">{illustration}</div>}
        </div>
        {children && <div className={beside ? undefined : 'mt-8'}>{children}</div>}
      </div>
    </section>
  )
}
