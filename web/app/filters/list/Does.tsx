// What a filter does, in a line: where its mail goes, and what else.
import { Fragment } from 'react'
import type { Destination } from '../../../../core/api/delivery.ts'
import type { FilterDraft } from '../../../../core/api/filters.ts'
import { offeredActions } from '../../../../core/filters/action.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { Rich } from '../../../ui/Rich.tsx'
import { useLanguage, useWords } from '../../../words.tsx'

export function Does({ filter, destinations }: { filter: Pick<FilterDraft, 'actions'>; destinations: Destination[] }) {
  const t = useWords('filterlist')
  const language = useLanguage()
  const kept = filter.actions.filter(action => !offeredActions.has(action.kind)).length
  const sentences = [
    where(t, language, filter, destinations),
    ...filter.actions.flatMap(action => {
      if (action.kind === 'redact' || action.kind === 'mark_read' || action.kind === 'flag' || action.kind === 'stop')
        return [t(`does.${action.kind}`)]
      return action.kind === 'move' ? [t('does.move', { folder: action.folder })] : []
    }),
    ...(kept > 0 ? [t('does.kept', { n: kept })] : []),
  ]
  return sentences.map(sentence => (
    <Fragment key={sentence}>
      <Rich text={sentence} />{' '}
    </Fragment>
  ))
}

function where(
  t: Translate<'filterlist'>,
  language: string,
  { actions }: Pick<FilterDraft, 'actions'>,
  destinations: Destination[],
): string {
  const forward = actions.find(action => action.kind === 'forward')
  if (forward?.destinationIds.length === 0) return t('goesTo.every')
  const names = destinations.filter(one => forward?.destinationIds.includes(one.id)).map(one => one.name)
  return names.length > 0 ? t('goesTo.some', { names: new Intl.ListFormat(language).format(names) }) : t('goesTo.none')
}
