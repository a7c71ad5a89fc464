// The shape of the typed query, until what writes it is there.
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useWords } from '../../../words.tsx'

export function TypedWaiting({ isPart }: { isPart: boolean }) {
  const t = useWords('editor')
  return (
    <div className="grid gap-2" aria-busy="true">
      <p className="text-sm font-strong">{t('typed.label')}</p>
      <Skeleton className="h-[6.425rem] w-full rounded-hull" />
      <p className="text-sm text-ink-2">
        {t('typed.help')} {isPart && t('typed.part')}
      </p>
    </div>
  )
}
