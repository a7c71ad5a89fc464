// An account's settings for email that waited during an outage, and for duplicate copies.
import type { Backlog, MailboxDetail } from '../../../../core/api/mail.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useChangeMailbox } from '../../queries/mailboxes.ts'

const options = ['forward', 'digest', 'urgent', 'note'] as const satisfies readonly Backlog[]

export function OutageCard({ mailbox }: { mailbox: MailboxDetail }) {
  const t = useWords('mailbox')
  const explain = useExplain()
  const change = useChangeMailbox()
  const save = (body: { backlog?: Backlog; forwardsCopies?: boolean }) =>
    change.mutate(
      { id: mailbox.id, ...body },
      { onSuccess: () => toast.success(t('saved')), onError: error => toast.error(explain(error)) },
    )
  return (
    <Card>
      {mailbox.kind === 'imap' && (
        <div className="grid gap-2">
          <h2>{t('outage')}</h2>
          <p className="text-sm text-ink-2">{t('outage.lead')}</p>
          <Segmented
            label={t('outage')}
            parts={options.map(value => ({ value, label: t(`outage.${value}`) }))}
            value={mailbox.backlog}
            onChange={value => save({ backlog: value })}
          />
          <p className="text-sm">{t(`outage.${mailbox.backlog}Text`)}</p>
        </div>
      )}
      <div className="grid gap-1">
        <Switch
          label={t('copies')}
          checked={mailbox.forwardsCopies}
          busy={change.isPending}
          onChange={forwardsCopies => save({ forwardsCopies })}
        />
        <p className="text-sm text-ink-2">{t('copies.text')}</p>
      </div>
    </Card>
  )
}
