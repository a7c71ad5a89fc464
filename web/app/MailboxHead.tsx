// What every card of an e-mail account begins with: its letter, address, kind and state.
import type { ReactNode } from 'react'
import type { Mailbox } from '../../core/api/mail.ts'
import { Badge } from '../ui/Card.tsx'
import { type StateKind, StateLabel } from '../ui/StateLabel.tsx'
import { useWords } from '../words.tsx'

export function MailboxHead({ mailbox, level: Heading, aside }: { mailbox: Mailbox; level: 'h2' | 'h3'; aside?: ReactNode }) {
  const t = useWords('accounts')
  return (
    <div className="flex items-center gap-3">
      <Badge>{mailbox.address[0]?.toUpperCase()}</Badge>
      <div className="min-w-0 flex-1">
        <Heading className="truncate text-md" title={mailbox.address}>
          {mailbox.address}
        </Heading>
        <p className="truncate text-sm text-ink-2">
          {mailbox.kind === 'imap' ? t('kind.imap', { host: mailbox.host ?? '' }) : t('kind.address')}
        </p>
      </div>
      {aside}
    </div>
  )
}

const kinds: Record<Mailbox['state'], StateKind> = { connecting: 'info', live: 'ok', waiting: 'warn', needs_you: 'bad', paused: 'off' }

export function MailboxStateLabel({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  return <StateLabel kind={kinds[mailbox.state]} word={t(`state.${mailbox.state}`)} />
}
