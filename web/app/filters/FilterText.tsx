// Describes a filter in a plain sentence.
import type { FilterDraft } from '../../../core/api/filters.ts'
import { sayFilter } from '../../../core/filters/speech/say/filter.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

export function FilterText({ filter }: { filter: Pick<FilterDraft, 'condition' | 'actions'> }) {
  const t = useWords('speech')
  const language = useLanguage()
  return <span dir="auto">{sayFilter(filter.condition, filter.actions, t, language)}</span>
}
