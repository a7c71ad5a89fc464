// A link to the guide for the current screen, opened in a new tab.
import { BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'

/** `to` is a path below /help, optionally with the id of a section. */
export const HelpLink = ({ to, children }: { to: `/help/${string}`; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noreferrer" className="inline-flex min-h-6 items-center gap-1.5">
    <BookOpen size={16} aria-hidden />
    {children}
  </a>
)
