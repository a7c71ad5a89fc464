// Details hidden behind a button that expands them.
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-9 w-fit cursor-pointer items-center gap-1.5 text-sm text-accent-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown size={16} aria-hidden className="flex-none group-open:rotate-180" /> {label}
      </summary>
      {children}
    </details>
  )
}
