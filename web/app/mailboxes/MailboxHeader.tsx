// The header of an email account's card: icon, address, kind, state.
import { CirclePause, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Mailbox } from '../../../core/api/mail.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Badge } from '../../ui/layout/Card.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { useWords } from '../../words/words.tsx'

interface MailboxHeaderProps {
  mailbox: Mailbox
  level: 'h2' | 'h3'
  /** Links the address to the account's page. */
  isLink?: boolean
  aside?: ReactNode
}

export function MailboxHeader({ mailbox, level: Heading, isLink = false, aside }: MailboxHeaderProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="max-xs:hidden">
        <Badge>{mailbox.kind === 'imap' ? (mailbox.provider?.name ?? mailbox.address)[0]?.toUpperCase() : <Inbox size={18} />}</Badge>
      </span>
      <div className="min-w-0 flex-1">
        <Heading className="text-md/5 text-wrap">
          {isLink ? (
            <Link to={`/email-accounts/${mailbox.id}`} className="text-ink no-underline hover:underline">
              <Address address={mailbox.address} />
            </Link>
          ) : (
            <Address address={mailbox.address} />
          )}
        </Heading>
        <p className="text-sm text-ink-2">
          <MailboxKind mailbox={mailbox} />
        </p>
      </div>
      {aside}
    </div>
  )
}

/** "Gmail, over IMAP", or the server's name if the provider is unknown. */
export function MailboxKind({ mailbox: { kind, host, provider, signIn } }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  if (kind === 'address') return t('kind.address')
  if (!provider) return t('kind.imap', { host: host ?? '' })
  return t(signIn === 'oauth2' ? 'kind.signedIn' : 'kind.provider', { name: provider.name })
}

const kinds: Record<Mailbox['state'], StateKind> = { connecting: 'info', live: 'ok', waiting: 'warn', needs_you: 'bad', paused: 'off' }

export function MailboxStateLabel({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  return (
    <StateLabel
      kind={kinds[mailbox.state]}
      label={t(`state.${mailbox.state}`)}
      {...(mailbox.state === 'paused' && { icon: CirclePause })}
    />
  )
}
