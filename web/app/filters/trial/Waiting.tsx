// The shape of a trial's mails, until the first are there.
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useWords } from '../../../words.tsx'

export function Waiting() {
  const t = useWords('ui')
  return (
    <div aria-busy="true" role="status" aria-label={t('loading')}>
      <div className="flex h-11.5 items-center gap-5 border-b border-line px-(--pad)">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3.5 w-20" />
      </div>
      {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map(width => (
        <div key={width} className="flex gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
          <Skeleton className="size-7 rounded-hull-sm" />
          <div className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
