// Loads the editor's view of the typed query, with a placeholder meanwhile.
import type { ConditionGroup } from '../../../../core/filters/edit.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useWords } from '../../../words/words.tsx'
import { QueryView } from './QueryView.tsx'
import { type QueryTyping, useTypedQuery } from './useTypedQuery.ts'

interface TypedProps {
  root: ConditionGroup
  /** Kept while another view is open. */
  typing: QueryTyping | null
  onTyping(typing: QueryTyping): void
  onChange(root: ConditionGroup, from: ConditionGroup): void
}

export function TypedView({ root, typing, onTyping, onChange }: TypedProps) {
  const { isLoading, ...typed } = useTypedQuery(root, [typing, onTyping], onChange)
  return isLoading ? <TypedSkeleton isPartial={typed.isPartial} /> : <QueryView typed={typed} />
}

function TypedSkeleton({ isPartial }: { isPartial: boolean }) {
  const t = useWords('editor')
  return (
    <div className="grid gap-2" aria-busy="true">
      <p className="text-sm font-strong">{t('typed.label')}</p>
      <Skeleton className="h-[6.425rem] w-full rounded-hull" />
      <p className="text-sm text-ink-2">
        {t('typed.help')} {isPartial && t('typed.part')}
      </p>
    </div>
  )
}
