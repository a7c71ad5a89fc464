// Shows whether an email really comes from its sender: the sentences below the email's text.
import type { ReactNode } from 'react'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { isWarning, type SenderReason } from '../../core/message/sender-check/badge.ts'
import { assessSenderTrust, type SenderTrust as SenderResult } from '../../core/message/sender-trust.ts'
import { cx } from '../ui/cx.ts'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'
import { senderLooks } from './SenderMark.tsx'

/** Needs the catalogs `forwarded` and `sender`. Shows nothing if nothing was checked and nothing is suspicious. */
export function SenderStatus({ message }: { message: Pick<MessageDetail, 'from' | 'auth' | 'sender'> }) {
  const { from, auth, sender } = message
  const domain = from?.address.split('@').at(-1)
  if (!domain) return null
  // Emails from before badges existed have only the authentication checks.
  if (!sender) return auth ? <SenderStatement result={assessSenderTrust(auth)} domain={domain} /> : null
  const others = sender.reasons.filter(reason => !isWarning(reason))
  // Indented below the line with the icon, if there is one.
  const hasStatement = sender.badge !== 'none' || auth !== null
  return (
    <div className="grid gap-1">
      {sender.badge === 'warning' && <Warnings reasons={sender.reasons.filter(isWarning)} />}
      {sender.badge === 'verified' && <SenderStatement result="checked" domain={domain} />}
      {sender.badge === 'none' && auth && <SenderStatement result="unproven" domain={domain} />}
      {others.map(reason => (
        <p key={reason.kind} className={cx('text-sm text-ink-2 wrap-anywhere', hasStatement && 'ps-6')}>
          <Reason reason={reason} />
        </p>
      ))}
    </div>
  )
}

function Warnings({ reasons }: { reasons: readonly SenderReason[] }) {
  const t = useWords('forwarded')
  return (
    <Line result="doubtful">
      <Rich text={t('sender.warning')} />
      {reasons.map(reason => (
        <span key={reason.kind} className="block">
          {' '}
          <Reason reason={reason} />
        </span>
      ))}
    </Line>
  )
}

function SenderStatement({ result, domain }: { result: SenderResult; domain: string }) {
  const t = useWords('forwarded')
  return (
    <Line result={result}>
      <Rich text={t(`sender.${result}`, { domain })} />
    </Line>
  )
}

function Line({ result, children }: { result: SenderResult; children: ReactNode }) {
  const { icon: Icon, ink } = senderLooks[result]
  return (
    <p className={cx('flex items-start gap-2 text-sm', ink)}>
      <Icon size={16} aria-hidden className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

function Reason({ reason: { kind, seen, real } }: { reason: SenderReason }) {
  const t = useWords('sender')
  return t(kind, { seen, real })
}
