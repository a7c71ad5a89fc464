// The icon beside a sender's name in lists; most senders have none.
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { SenderBadgeKind } from '../../core/message/sender-check/badge.ts'
import type { SenderTrust } from '../../core/message/sender-trust.ts'
import { cx } from '../ui/cx.ts'
import { useWords } from '../words/words.tsx'

export const senderLooks: Record<SenderTrust, { icon: typeof ShieldCheck; ink: string }> = {
  checked: { icon: ShieldCheck, ink: 'text-ink-2' },
  doubtful: { icon: ShieldAlert, ink: 'text-danger' },
  unproven: { icon: ShieldQuestion, ink: 'text-ink-2' },
}

export function SenderMark({ badge }: { badge: SenderBadgeKind | undefined }) {
  const t = useWords('forwarded')
  if (badge === undefined || badge === 'none') return null
  const { icon: Icon, ink } = senderLooks[badge === 'warning' ? 'doubtful' : 'checked']
  return <Icon size={14} role="img" aria-label={t(`sender.mark.${badge}`)} className={cx('me-1 inline align-[-0.125em]', ink)} />
}
