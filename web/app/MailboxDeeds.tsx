// What was asked to be done to a mail in its own mailbox, by filters and by its person, and whether it was.
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { StateLabel } from '../ui/StateLabel.tsx'
import { useWords } from '../words.tsx'

const kinds = { waiting: 'warn', done: 'ok', failed: 'bad' } as const
const icons = { waiting: Clock, done: CircleCheck, failed: CircleAlert }

export function MailboxDeeds({ deeds }: { deeds: MessageDetail['deeds'] }) {
  const t = useWords('forwarded')
  return (
    <ul className="grid gap-2 text-[0.9375rem]/6">
      {deeds.map(deed => (
        <li key={`${deed.kind}${deed.filterId}${deed.at}`}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">
              {t(`deed.${deed.kind}`, { folder: deed.folder ?? '' })}{' '}
              {deed.by !== 'filter' && <span className="text-sm text-ink-2">{t('deed.asked', { by: deed.by })}</span>}
              {deed.filterName !== null && <span className="text-sm text-ink-2">{t('deed.by', { filter: deed.filterName })}</span>}
            </span>
            <StateLabel kind={kinds[deed.state]} icon={icons[deed.state]} word={t(`deed.${deed.state}`)} />
          </span>
          {deed.reason && <span className="block text-sm text-ink-2">{deed.reason}</span>}
        </li>
      ))}
    </ul>
  )
}
