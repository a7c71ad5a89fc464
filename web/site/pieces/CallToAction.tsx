// The last section of a public page: what to do next.
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { band, column } from '../column.ts'

export function CallToAction({
  title,
  lede,
  children,
  illustration,
}: {
  title: string
  lede: string
  children: ReactNode
  illustration?: ReactNode
}) {
  return (
    <section className={`deep border-b border-deep-line ${band}`}>
      <div className={cx(column, 'grid items-center gap-8', illustration ? 'md:grid-cols-2' : '')}>
        <div>
          <h2 className="max-w-[24ch] text-3xl">{title}</h2>
          <p className="mt-4 max-w-[58ch] text-lg text-balance text-on-deep-2">{lede}</p>
          <div className="mt-6 flex flex-wrap gap-3">{children}</div>
        </div>
        {illustration}
      </div>
    </section>
  )
}
