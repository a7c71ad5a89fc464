// A link to the guide for this place, opened in a new tab.
import { BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'

/** `to` is a path below /help, with the id of a part where there is one. */
export const HelpLink = ({ to, children }: { to: `/help/${string}`; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noreferrer" className="inline-flex min-h-6 items-center gap-1.5">
    <BookOpen size={16} aria-hidden />
    {children}
  </a>
)
