// Something of the product to look at, tagged as an example: it is not the reader's own.
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
