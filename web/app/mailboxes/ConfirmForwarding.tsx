// A provider's confirmation code and link for forwarding mail to a Mailferry address.
import type { Mailbox } from '../../../core/api/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { useWords } from '../../words/words.tsx'
import { useChangeMailbox } from '../queries/mailboxes.ts'

export function ConfirmForwarding({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  const change = useChangeMailbox()
  const { confirmation } = mailbox
  if (!confirmation) return null
  const { from, code, url } = confirmation
  return (
    <Note kind="info">
      <div className="grid gap-2">
        <p>
          <b>{from ? <Address address={from} /> : t('confirm.someone')}</b> {t('confirm.text')}
        </p>
        {code && (
          <p className="flex flex-wrap items-center gap-2">
            <span className="figure text-lg tabular-nums">{code}</span>
            <CopyButton text={code} label={t('confirm.copy')} />
          </p>
        )}
        {url && (
          <p className="wrap-anywhere">
            <a href={url} target="_blank" rel="noreferrer">
              {t('confirm.open', { host: new URL(url).hostname })}
            </a>
          </p>
        )}
        <div>
          <Button look="quiet" small busy={change.isPending} onClick={() => change.mutate({ id: mailbox.id, confirmationSeen: true })}>
            {t('confirm.seen')}
          </Button>
        </div>
      </div>
    </Note>
  )
}
