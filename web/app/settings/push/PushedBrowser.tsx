// One browser that is told, and the way to end it.
import { Laptop, Smartphone } from 'lucide-react'
import type { PushSubscriptionLine } from '../../../../core/api/push.ts'
import { useNow } from '../../../now.ts'
import { Ago } from '../../../ui/Ago.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words.tsx'

const mobile = new Set(['Android', 'iOS'])

interface Told {
  browser: PushSubscriptionLine
  isHere: boolean
  busy: boolean
  onOff(): void
}

export function PushedBrowser({ browser: { device, createdAt }, isHere, busy, onOff }: Told) {
  const t = useWords('push')
  const now = useNow()
  const name = device ? t('known', { ...device }) : t('unknown')
  const Icon = device && mobile.has(device.system) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
      <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <b className="block truncate">{name}</b>
        <span className="text-sm text-ink-2">
          {isHere && `${t('here')} · `}
          {t('since')} <Ago at={createdAt} now={now} />
        </span>
      </span>
      <Button look="quiet" small busy={busy} onClick={onOff} aria-label={t('offNamed', { name })}>
        {t('off')}
      </Button>
    </li>
  )
}
