// Browser notifications: turned on by a button, with the list of browsers that receive them.

import { Laptop, Smartphone } from 'lucide-react'
import type { PushSubscriptionLine } from '../../../../core/api/push.ts'
import type { Settings } from '../../../../core/api/settings.ts'
import { ApiError } from '../../../ApiError.ts'
import { useNow } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { type BrowserPush, browserPush } from './browser.ts'
import { usePushSubscriptions, useTurnPushOff, useTurnPushOn } from './push.ts'

export function PushCard({ settings, push = browserPush }: { settings: Settings; push?: BrowserPush }) {
  const t = useWords('push')
  const explain = useExplain()
  const browsers = usePushSubscriptions(push)
  const turnOff = useTurnPushOff(push)
  const { items = [], currentHash = null } = browsers.data ?? {}
  const error = browsers.error ?? turnOff.error
  return (
    <Card>
      <h2>{t('title')}</h2>
      <p className="text-ink-2">{t('text')}</p>
      {!settings.notices.mailbox_down && <Note kind="info">{t('letterOff')}</Note>}
      {error && (
        <Note kind="danger" alert>
          {explain(error)}
        </Note>
      )}
      {browsers.data && <ThisBrowser push={push} publicKey={browsers.data.publicKey} isOn={items.some(isSubscription(currentHash))} />}
      {items.length > 0 && (
        <ul className="-mx-(--pad)" aria-label={t('browsers')}>
          {items.map(subscription => {
            const isHere = isSubscription(currentHash)(subscription)
            const off = () => turnOff.mutate({ id: subscription.id, isHere }, { onSuccess: () => toast.success(t('turnedOff')) })
            return <BrowserRow key={subscription.id} browser={subscription} isHere={isHere} busy={turnOff.isPending} onOff={off} />
          })}
        </ul>
      )}
    </Card>
  )
}

const isSubscription = (currentHash: string | null) => (subscription: { endpointHash: string }) => subscription.endpointHash === currentHash

function ThisBrowser({ push, publicKey, isOn }: { push: BrowserPush; publicKey: string; isOn: boolean }) {
  const t = useWords('push')
  const explain = useExplain()
  const turnOn = useTurnPushOn(push)
  const support = push.support()
  if (isOn) return <StateLabel kind="ok" label={t('isOn')} />
  if (support === 'unsupported') return <Note kind="info">{t('unable')}</Note>
  if (support === 'denied') return <Note kind="warn">{t('denied')}</Note>
  // Errors of push services and browsers are not meant for people.
  const error = turnOn.error && (turnOn.error instanceof ApiError ? explain(turnOn.error) : t('failed'))
  return (
    <div className="grid gap-3">
      {error && (
        <Note kind="danger" alert>
          {error}
        </Note>
      )}
      <Button
        look="quiet"
        className="w-fit"
        busy={turnOn.isPending}
        onClick={() => turnOn.mutate(publicKey, { onSuccess: isAllowed => isAllowed && toast.success(t('turnedOn')) })}
      >
        {t('on')}
      </Button>
      {turnOn.isPending && (
        <p role="status" className="text-sm text-ink-2">
          {t('asking')}
        </p>
      )}
    </div>
  )
}

const mobile = new Set(['Android', 'iOS'])

interface PushedBrowserProps {
  browser: PushSubscriptionLine
  isHere: boolean
  busy: boolean
  onOff(): void
}

function BrowserRow({ browser: { device, createdAt }, isHere, busy, onOff }: PushedBrowserProps) {
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
