// A placeholder that renders the real component invisibly with typical data, so that nothing moves once it loads.
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { Skeleton } from './Skeleton.tsx'

/** `children` determine the size of the card. */
export function SkeletonOf({ children }: { children: ReactNode }) {
  const t = useWords('ui')
  return (
    <div role="status" aria-busy="true" aria-label={t('loading')} className="card relative">
      <div inert aria-hidden="true" className="invisible grid grid-cols-1 gap-4">
        {children}
      </div>
      <div aria-hidden="true" className="absolute inset-(--pad) grid content-start gap-4 overflow-hidden">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-3.5 w-4/5" />
        <Skeleton className="h-3.5 w-3/5" />
      </div>
    </div>
  )
}
