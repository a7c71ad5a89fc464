// Frames a sample of the product and labels it as an example.
import type { ReactNode } from 'react'

export function Example({ tag, children }: { tag: string; children: ReactNode }) {
  return (
    <figure className="grid max-w-md gap-3">
      <figcaption>
        <span className="tag">{tag}</span>
      </figcaption>
      {children}
    </figure>
  )
}
