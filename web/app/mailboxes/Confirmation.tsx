// A provider asks whether it may forward mail to an address of ours: its code and link, for the person to use there.
import type { Mailbox } from '../../../core/api/mail.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { useChangeMailbox } from '../mailboxes.ts'

export function Confirmation({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  const change = useChangeMailbox()
  const { confirmation } = mailbox
  if (!confirmation) return null
  const { from, code, url } = confirmation
  return (
    <Note kind="info">
      <div className="grid gap-2">
        <p>
          <b>{from ? <Address of={from} /> : t('confirm.someone')}</b> {t('confirm.text')}
        </p>
        {code && (
          <p className="flex flex-wrap items-center gap-2">
            <span className="figure text-lg tabular-nums">{code}</span>
            <CopyButton text={code} word={t('confirm.copy')} />
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
