// Placeholders in the shape of content that is loading.
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'

export function Skeleton({ className = 'h-3.5 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}

/** Rows like those of the list; `tall` is the class for rows taller than one line. */
export function SkeletonRows({ rows = 4, tall = 'min-h-(--row)' }: { rows?: number; tall?: string }) {
  const t = useWords('ui')
  return (
    <div aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={cx('flex items-center gap-4 border-t border-line px-(--pad) first:border-t-0', tall)}>
          <Skeleton className="h-3.5 w-32" />
          <Skeleton className={index % 2 ? 'h-3.5 w-2/5' : 'h-3.5 w-1/2'} />
          <Skeleton className="ms-auto h-3.5 w-10" />
        </div>
      ))}
    </div>
  )
}

/** A card like that of an email account or a phone; `tall` is the class for the height of the real card. */
export function SkeletonCard({ tall }: { tall?: string }) {
  const t = useWords('ui')
  return (
    <div className={cx('card grid content-start gap-4', tall)} aria-busy="true" role="status" aria-label={t('loading')}>
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-hull" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-3.5 w-2/3" />
    </div>
  )
}

/** A subscreen whose title is not loaded yet: the header keeps its space above the first card. */
export function SkeletonScreen() {
  return (
    <>
      <div className="mb-5 grid min-h-20.5 content-evenly md:mb-6">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-3.5 w-72" />
      </div>
      <SkeletonCard />
    </>
  )
}
