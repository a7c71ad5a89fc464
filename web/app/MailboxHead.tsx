// What every card of an e-mail account begins with: its letter, address, kind and state.
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mailbox } from '../../core/api/mail.ts'
import { Address } from '../ui/Address.tsx'
import { Badge } from '../ui/Card.tsx'
import { type StateKind, StateLabel } from '../ui/StateLabel.tsx'
import { useWords } from '../words.tsx'

export function MailboxHead({ mailbox, level: Heading, aside }: { mailbox: Mailbox; level: 'h2' | 'h3'; aside?: ReactNode }) {
  const t = useWords('accounts')
  return (
    <div className="flex items-center gap-3">
      <span className="max-xs:hidden">
        <Badge>{mailbox.kind === 'imap' ? mailbox.address[0]?.toUpperCase() : <Inbox size={18} />}</Badge>
      </span>
      <div className="min-w-0 flex-1">
        <Heading className="text-md/5 text-wrap">
          <Address of={mailbox.address} />
        </Heading>
        <p className="text-sm text-ink-2">{mailbox.kind === 'imap' ? t('kind.imap', { host: mailbox.host ?? '' }) : t('kind.address')}</p>
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
