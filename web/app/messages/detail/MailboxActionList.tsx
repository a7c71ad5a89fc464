// Actions requested on an email in its mailbox, by filters or the person, and their outcomes.
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { useWords } from '../../../words/words.tsx'

const kinds = { waiting: 'warn', done: 'ok', failed: 'bad' } as const
const icons = { waiting: Clock, done: CircleCheck, failed: CircleAlert }

export function MailboxActionList({ actions }: { actions: MessageDetail['mailboxActions'] }) {
  const t = useWords('forwarded')
  return (
    <ul className="grid gap-2 text-[0.9375rem]/6">
      {actions.map(action => (
        <li key={`${action.kind}${action.filterId}${action.at}`}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">
              {t(`deed.${action.kind}`, { folder: action.folder ?? '' })}{' '}
              {action.by !== 'filter' && <span className="text-sm text-ink-2">{t('deed.asked', { by: action.by })}</span>}
              {action.filterName !== null && <span className="text-sm text-ink-2">{t('deed.by', { filter: action.filterName })}</span>}
            </span>
            <StateLabel kind={kinds[action.state]} icon={icons[action.state]} label={t(`deed.${action.state}`)} />
          </span>
          {action.reason && <span className="block text-sm text-ink-2">{action.reason}</span>}
        </li>
      ))}
    </ul>
  )
}
