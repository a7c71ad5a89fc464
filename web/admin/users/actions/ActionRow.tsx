// One action of a card: what it does, and its button.
import type { ReactNode } from 'react'

export function ActionRow({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-(--pad) py-3">
      <div className="min-w-0 flex-1 basis-64">
        <b className="font-strong">{title}</b>
        <p className="max-w-[70ch] text-sm text-ink-2">{text}</p>
      </div>
      {children}
    </li>
  )
}
