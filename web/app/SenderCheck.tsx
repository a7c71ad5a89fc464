// Whether a mail is from whom it says, in a sentence under its text.
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { type SenderCheck as Checked, senderCheck } from '../../core/message/sender-check.ts'
import { cx } from '../ui/cx.ts'
import { Rich } from '../ui/Rich.tsx'
import { useWords } from '../words.tsx'

const looks: Record<Checked, { icon: typeof ShieldCheck; ink: string }> = {
  checked: { icon: ShieldCheck, ink: 'text-ink-2' },
  doubtful: { icon: ShieldAlert, ink: 'text-danger' },
  unproven: { icon: ShieldQuestion, ink: 'text-ink-2' },
}

export function SenderCheck({ message: { from, auth } }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const domain = from?.address.split('@').at(-1)
  if (!auth || !domain) return null
  const found = senderCheck(auth)
  const { icon: Icon, ink } = looks[found]
  return (
    <p className={cx('flex items-start gap-2 text-sm', ink)}>
      <Icon size={16} aria-hidden className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        <Rich text={t(`sender.${found}`, { domain })} />
      </span>
    </p>
  )
}
