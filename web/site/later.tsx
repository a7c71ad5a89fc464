// A part of a page below the fold: its HTML is there from the start, its script comes after the page's own.
import { type ComponentType, lazy, Suspense } from 'react'

export function later(load: () => Promise<ComponentType>): ComponentType {
  const Part = lazy(async () => ({ default: await load() }))
  return function Later() {
    return (
      <Suspense>
        <Part />
      </Suspense>
    )
  }
}
