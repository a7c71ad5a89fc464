// Describes a filter's actions in one line.
import { Fragment } from 'react'
import type { Destination } from '../../../../core/api/delivery.ts'
import type { FilterDraft } from '../../../../core/api/filters.ts'
import type { Action } from '../../../../core/filters/action.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { digestValues } from '../actions/digest-values.ts'

export function ActionSummary({ filter, destinations }: { filter: Pick<FilterDraft, 'actions'>; destinations: Destination[] }) {
  const t = useWords('filterlist')
  const oncallWords = useWords('oncall')
  const language = useLanguage()
  const sentences = [
    recipientSentence(t, oncallWords, language, filter, destinations),
    ...filter.actions.flatMap(action => actionSentences(t, language, action)),
  ]
  return sentences.map(sentence => (
    <Fragment key={sentence}>
      <Rich text={sentence} />{' '}
    </Fragment>
  ))
}

function actionSentences(t: Translate<'filterlist'>, language: string, action: Action): string[] {
  switch (action.kind) {
    case 'forward':
      return action.show ? [t(`does.show.${action.show}`)] : []
    case 'move':
      return [t('does.move', { folder: action.folder })]
    case 'digest':
      return [t('does.digest', digestValues(action, language))]
    case 'quiet':
      return [t('does.quiet', { from: action.from, to: action.to })]
    case 'at_most':
      return [t('does.at_most', { n: action.perHour })]
    default:
      return [t(`does.${action.kind}`)]
  }
}

function recipientSentence(
  t: Translate<'filterlist'>,
  oncallWords: Translate<'oncall'>,
  language: string,
  { actions }: Pick<FilterDraft, 'actions'>,
  destinations: Destination[],
): string {
  const forward = actions.find(action => action.kind === 'forward')
  if (forward?.rotaId) return oncallWords('goesTo.rota')
  if (forward?.next) {
    const order = forward.destinationIds.flatMap(id => destinations.find(destination => destination.id === id)?.name ?? [])
    if (order.length > 0) return oncallWords('goesTo.turn', { names: order.join(', ') })
  }
  if (forward?.destinationIds.length === 0) return t('goesTo.every')
  const names = destinations.filter(destination => forward?.destinationIds.includes(destination.id)).map(destination => destination.name)
  return names.length > 0 ? t('goesTo.some', { names: new Intl.ListFormat(language).format(names) }) : t('goesTo.none')
}
