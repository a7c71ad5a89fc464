// Whether an email really comes from its sender: an icon in lists, sentences below its text.
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { type Badge, type SenderReason, warns } from '../../core/message/sender-check/badge.ts'
import { type SenderCheck as Checked, senderCheck } from '../../core/message/sender-check.ts'
import { cx } from '../ui/cx.ts'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'

const looks: Record<Checked, { icon: typeof ShieldCheck; ink: string }> = {
  checked: { icon: ShieldCheck, ink: 'text-ink-2' },
  doubtful: { icon: ShieldAlert, ink: 'text-danger' },
  unproven: { icon: ShieldQuestion, ink: 'text-ink-2' },
}

/** Beside the name of a sender; most have none. */
export function SenderMark({ badge }: { badge: Badge | undefined }) {
  const t = useWords('forwarded')
  if (badge === undefined || badge === 'none') return null
  const { icon: Icon, ink } = looks[badge === 'warning' ? 'doubtful' : 'checked']
  return <Icon size={14} role="img" aria-label={t(`sender.mark.${badge}`)} className={cx('me-1 inline align-[-0.125em]', ink)} />
}

/** Needs the words of `forwarded` and `sender`. Shows nothing if nothing was checked and nothing is odd. */
export function SenderCheck({ message }: { message: Pick<MessageDetail, 'from' | 'auth' | 'sender'> }) {
  const { from, auth, sender } = message
  const domain = from?.address.split('@').at(-1)
  if (!domain) return null
  // Of mail from before there were badges the checks are known alone.
  if (!sender) return auth ? <Said look={senderCheck(auth)} domain={domain} /> : null
  const others = sender.reasons.filter(reason => !warns(reason))
  // Shown below the line with the icon, if there is one.
  const isSaid = sender.badge !== 'none' || auth !== null
  return (
    <div className="grid gap-1">
      {sender.badge === 'warning' && <Warnings reasons={sender.reasons.filter(warns)} />}
      {sender.badge === 'verified' && <Said look="checked" domain={domain} />}
      {sender.badge === 'none' && auth && <Said look="unproven" domain={domain} />}
      {others.map(reason => (
        <p key={reason.kind} className={cx('text-sm text-ink-2 wrap-anywhere', isSaid && 'ps-6')}>
          <Reason reason={reason} />
        </p>
      ))}
    </div>
  )
}

function Warnings({ reasons }: { reasons: readonly SenderReason[] }) {
  const t = useWords('forwarded')
  return (
    <Line look="doubtful">
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

function Said({ look, domain }: { look: Checked; domain: string }) {
  const t = useWords('forwarded')
  return (
    <Line look={look}>
      <Rich text={t(`sender.${look}`, { domain })} />
    </Line>
  )
}

function Line({ look, children }: { look: Checked; children: ReactNode }) {
  const { icon: Icon, ink } = looks[look]
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
