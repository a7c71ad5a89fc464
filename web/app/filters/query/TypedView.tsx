// Loads the typed view of the editor, with a placeholder meanwhile.
import type { ConditionGroup } from '../../../../core/filters/edit.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useWords } from '../../../words/words.tsx'
import { QueryView } from './QueryView.tsx'
import { type Typing, useTyped } from './useTyped.ts'

interface TypedProps {
  root: ConditionGroup
  /** Stays while another view is looked at. */
  typing: Typing | null
  onTyping(typing: Typing): void
  onChange(root: ConditionGroup, from: ConditionGroup): void
}

export function TypedView({ root, typing, onTyping, onChange }: TypedProps) {
  const { isWaiting, ...typed } = useTyped(root, [typing, onTyping], onChange)
  return isWaiting ? <TypedWaiting isPart={typed.isPart} /> : <QueryView typed={typed} />
}

function TypedWaiting({ isPart }: { isPart: boolean }) {
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
