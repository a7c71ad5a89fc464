// An empty state: what is missing, why, and the next step.
import type { ReactNode } from 'react'
import { Motif } from '../layout/Motif.tsx'

/** With `motif` for a screen that has no content yet, without it for a search that found nothing. */
export function EmptyState({
  title,
  children,
  action,
  motif = false,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  motif?: boolean
}) {
  return (
    <section className="grid content-center justify-items-center gap-3 rounded-hull-xl bg-water px-6 py-10 text-center">
      {/* The top of the drawing is empty. */}
      {motif && <Motif className="-mt-7 w-88" />}
      <h2>{title}</h2>
      {children && <p className="max-w-[42ch] text-ink-2">{children}</p>}
      {action}
    </section>
  )
}
