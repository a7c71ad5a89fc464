// The top of a public page: its heading and introduction on a dark band.
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { column } from './column.ts'

export function PageIntro({ heading, lede, children }: { heading: ReactNode; lede: ReactNode; children?: ReactNode }) {
  return (
    <section className="deep">
      <div className={cx(column, 'pt-[clamp(1.5rem,4vw,3.5rem)] pb-14')}>
        <h1 className="max-w-[24ch] text-3xl">{heading}</h1>
        <p className="mt-4 max-w-[62ch] text-lg text-balance text-on-deep-2">{lede}</p>
        {children}
      </div>
    </section>
  )
}
