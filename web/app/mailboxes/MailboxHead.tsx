// The header of an email account's card: icon, address, kind, state.
import { CirclePause, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Mailbox } from '../../../core/api/mail.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Badge } from '../../ui/layout/Card.tsx'
import { Address } from '../../ui/text/Address.tsx'
import { useWords } from '../../words/words.tsx'

interface MailboxHeadProps {
  mailbox: Mailbox
  level: 'h2' | 'h3'
  /** Leads to its page. */
  isLink?: boolean
  aside?: ReactNode
}

export function MailboxHead({ mailbox, level: Heading, isLink = false, aside }: MailboxHeadProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="max-xs:hidden">
        <Badge>{mailbox.kind === 'imap' ? (mailbox.provider?.name ?? mailbox.address)[0]?.toUpperCase() : <Inbox size={18} />}</Badge>
      </span>
      <div className="min-w-0 flex-1">
        <Heading className="text-md/5 text-wrap">
          {isLink ? (
            <Link to={`/email-accounts/${mailbox.id}`} className="text-ink no-underline hover:underline">
              <Address of={mailbox.address} />
            </Link>
          ) : (
            <Address of={mailbox.address} />
          )}
        </Heading>
        <p className="text-sm text-ink-2">
          <KindOf mailbox={mailbox} />
        </p>
      </div>
      {aside}
    </div>
  )
}

/** "Gmail, over IMAP", or the name of the server where we do not know whose it is. */
export function KindOf({ mailbox: { kind, host, provider, signIn } }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  if (kind === 'address') return t('kind.address')
  if (!provider) return t('kind.imap', { host: host ?? '' })
  return t(signIn === 'oauth2' ? 'kind.signedIn' : 'kind.provider', { name: provider.name })
}

const kinds: Record<Mailbox['state'], StateKind> = { connecting: 'info', live: 'ok', waiting: 'warn', needs_you: 'bad', paused: 'off' }

export function MailboxStateLabel({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('accounts')
  return (
    <StateLabel kind={kinds[mailbox.state]} word={t(`state.${mailbox.state}`)} {...(mailbox.state === 'paused' && { icon: CirclePause })} />
  )
}
