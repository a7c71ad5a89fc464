// The last 24 hours of an email account: in which half hours its server responded.
import type { Mailbox } from '../../../core/api/mail.ts'
import { halfHourMs } from '../../../core/mailbox/pulse.ts'
import { UptimeBars } from '../../ui/charts/UptimeBars.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

export function LastDayPulse({ mailbox, now }: { mailbox: Mailbox; now: Date }) {
  const t = useWords('accounts')
  const language = useLanguage()
  const { halves } = mailbox
  if (halves.length === 0) return null
  const gaps = halves.filter(interval => interval === 'gap').length
  const silent = halves.filter(interval => interval === 'silent').length
  const since = new Date(Math.floor(now.getTime() / halfHourMs) * halfHourMs - (silent - 1) * halfHourMs)
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(since)
  const label = silent > 0 ? t('pulse.silent', { time }) : halves.includes('paused') ? t('pulse.paused') : t('pulse.heard', { gaps })
  return <UptimeBars halves={halves} label={label} />
}
