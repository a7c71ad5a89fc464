// One session in the list: the device, where from, since when.
import { Laptop, Smartphone } from 'lucide-react'
import type { SessionLine } from '../../core/api/account.ts'
import { useNow } from '../now.ts'
import { Ago } from '../ui/Ago.tsx'
import { Button } from '../ui/Button.tsx'
import { StateLabel } from '../ui/StateLabel.tsx'
import { useWords } from '../words.tsx'

const mobile = new Set(['Android', 'iOS'])

export function SessionRow({ session, busy, onEnd }: { session: SessionLine; busy: boolean; onEnd(): void }) {
  const t = useWords('profile')
  const now = useNow()
  const { device, ip, isCurrent, signedInAt } = session
  const name = device ? t('devices.known', { ...device }) : t('devices.unknown')
  const Icon = device && mobile.has(device.system) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
      <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <b className="block truncate">{name}</b>
        <span className="text-sm text-ink-2">
          {t('devices.since')} <Ago at={signedInAt} now={now} />
          {ip && ` · ${ip}`}
        </span>
      </span>
      {isCurrent ? (
        <StateLabel kind="ok" word={t('devices.current')} />
      ) : (
        <Button look="quiet" small busy={busy} onClick={onEnd} aria-label={t('devices.endNamed', { name })}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}
