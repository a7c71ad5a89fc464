// Notices in the browser: turned on by a button and never asked for otherwise, and every browser that is told.
import type { Settings } from '../../../../core/api/settings.ts'
import { ApiError } from '../../../ApiError.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useExplain } from '../../../ui/failure.ts'
import { Note } from '../../../ui/Note.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { toast } from '../../../ui/toast.ts'
import { useWords } from '../../../words.tsx'
import { type BrowserPush, browserPush } from './browser.ts'
import { PushedBrowser } from './PushedBrowser.tsx'
import { useBrowsers, useTurnOff, useTurnOn } from './push.ts'

export function PushCard({ settings, door = browserPush }: { settings: Settings; door?: BrowserPush }) {
  const t = useWords('push')
  const explain = useExplain()
  const browsers = useBrowsers(door)
  const turnOff = useTurnOff(door)
  const { items = [], here = null } = browsers.data ?? {}
  const refused = browsers.error ?? turnOff.error
  return (
    <Card>
      <h2>{t('title')}</h2>
      <p className="text-ink-2">{t('text')}</p>
      {!settings.notices.mailbox_down && <Note kind="info">{t('letterOff')}</Note>}
      {refused && (
        <Note kind="danger" alert>
          {explain(refused)}
        </Note>
      )}
      {browsers.data && <ThisBrowser door={door} publicKey={browsers.data.publicKey} isOn={items.some(isAt(here))} />}
      {items.length > 0 && (
        <ul className="-mx-(--pad)" aria-label={t('browsers')}>
          {items.map(one => {
            const isHere = isAt(here)(one)
            const off = () => turnOff.mutate({ id: one.id, isHere }, { onSuccess: () => toast.success(t('turnedOff')) })
            return <PushedBrowser key={one.id} browser={one} isHere={isHere} busy={turnOff.isPending} onOff={off} />
          })}
        </ul>
      )}
    </Card>
  )
}

const isAt = (here: string | null) => (one: { endpointHash: string }) => one.endpointHash === here

function ThisBrowser({ door, publicKey, isOn }: { door: BrowserPush; publicKey: string; isOn: boolean }) {
  const t = useWords('push')
  const explain = useExplain()
  const turnOn = useTurnOn(door)
  const ability = door.ability()
  if (isOn) return <StateLabel kind="ok" word={t('isOn')} />
  if (ability === 'unable') return <Note kind="info">{t('unable')}</Note>
  if (ability === 'denied') return <Note kind="warn">{t('denied')}</Note>
  // What the push service or the browser says of it is for nobody to read.
  const refused = turnOn.error && (turnOn.error instanceof ApiError ? explain(turnOn.error) : t('failed'))
  return (
    <div className="grid gap-3">
      {refused && (
        <Note kind="danger" alert>
          {refused}
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
