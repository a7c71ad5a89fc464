// A filter's actions as lines of text, for comparing versions.
import type { Action } from '../../../../core/filters/action.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { digestValues } from '../actions/digest-values.ts'

type FormatPhones = (ids: string[]) => string

export function useActionLines(): (actions: Action[]) => string[] {
  const t = useWords('editor')
  const oncallWords = useWords('oncall')
  const language = useLanguage()
  const phones = useDestinations().data?.items ?? []
  const formatPhones: FormatPhones = ids =>
    new Intl.ListFormat(language).format(ids.map(id => phones.find(phone => phone.id === id)?.name ?? t('then.gone')))
  return actions => actions.map(action => actionLine(t, oncallWords, formatPhones, language, action))
}

const withoutShow = ({ show: _, ...rest }: Extract<Action, { kind: 'forward' }>): Action => rest

function actionLine(
  t: Translate<'editor'>,
  oncallWords: Translate<'oncall'>,
  formatPhones: FormatPhones,
  language: string,
  action: Action,
): string {
  switch (action.kind) {
    case 'forward': {
      const { show } = action
      if (show) return [actionLine(t, oncallWords, formatPhones, language, withoutShow(action)), t(`shows.${show}`)].join(' · ')
      if (action.rotaId) return `${t('then')} ${oncallWords('line.rota')}`
      if (action.next)
        return `${t('then')} ${oncallWords(action.next.thenEmail ? 'line.turnMail' : 'line.turn', { names: formatPhones(action.destinationIds), minutes: action.next.minutes })}`
      const to = action.destinationIds.length === 0 ? t('then.every') : formatPhones(action.destinationIds)
      return `${t('then')} ${to}`
    }
    case 'redact':
      return [t('do.redact'), ...action.what.map(what => t(`redact.${what}`)), ...action.patterns].join(' · ')
    case 'move':
      return `${t('do.move')} · ${action.folder}`
    case 'urgent':
      return t('line.urgent')
    case 'digest':
      return t('line.digest', digestValues(action, language))
    case 'quiet':
      return t('line.quiet', { from: action.from, to: action.to, then: action.then })
    case 'at_most':
      return t('line.at_most', { n: action.perHour })
    default:
      return t(`do.${action.kind}`)
  }
}
