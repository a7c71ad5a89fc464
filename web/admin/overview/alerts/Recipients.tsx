// Says who gets alerts, and warns when nobody does.
import { useQuery } from '@tanstack/react-query'
import { type AlertSettings, getAlertsApi } from '../../../../core/api/admin/alerts.ts'
import { useCall } from '../../../session/session.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

export function Recipients() {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['admin', 'alerts'],
    queryFn: ({ signal }) => call(getAlertsApi, 'GET', '/api/admin/alerts', { signal }),
  })
  return data ? <RecipientsNote settings={data} /> : null
}

export function RecipientsNote({ settings }: { settings: Pick<AlertSettings, 'isDefault' | 'recipients' | 'phones'> }) {
  const t = useWords('adminoverview')
  const language = useLanguage()
  const { isDefault, recipients } = settings
  if (recipients.length === 0)
    return (
      <Note kind="danger">
        <b>{t('alerts.nobody')}</b> {t('alerts.nobody.fix')}
      </Note>
    )
  const who = new Intl.ListFormat(language).format(recipients)
  const phones = settings.phones.filter(({ isChosen }) => isChosen).length
  return (
    <p className="text-sm wrap-anywhere text-ink-2">{t(isDefault ? 'alerts.recipients.default' : 'alerts.recipients', { who, phones })}</p>
  )
}
