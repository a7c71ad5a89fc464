// After a new password: offers to remove the phones, keys and devices that were added lately, perhaps by somebody else.
import { useEffect, useEffectEvent, useState } from 'react'
import { listDestinationsApi, removeDestinationApi } from '../../core/api/delivery.ts'
import { listKeysApi, revokeKeyApi } from '../../core/api/keys.ts'
import { listPushSubscriptionsApi, removePushSubscriptionApi } from '../../core/api/push.ts'
import { useCall } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../words/words.tsx'

type Call = ReturnType<typeof useCall>

interface Access {
  id: string
  kind: 'phone' | 'key' | 'device'
  name: string
  addedAt: string
}

const lately = 30 * 86_400_000

export function RecentAccess({ onDone }: { onDone(): void }) {
  const t = useWords('account')
  const language = useLanguage()
  const call = useCall()
  const items = useRecentAccess(call, onDone)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  if (!items) return <Spinner label={t('recent.title')} />
  const remove = async () => {
    setBusy(true)
    const removed = await Promise.allSettled(items.filter(({ id }) => !kept.has(id)).map(access => removeAccess(call, access)))
    setBusy(false)
    if (removed.every(({ status }) => status === 'fulfilled')) onDone()
    else setFailed(true)
  }
  const toggle = (id: string, isRemoved: boolean) =>
    setKept(before => new Set(isRemoved ? [...before].filter(other => other !== id) : [...before, id]))
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  return (
    <>
      <PageHeader key="recent" title={t('recent.title')}>
        {t('recent.text')}
      </PageHeader>
      {hasFailed && (
        <Note kind="danger" alert>
          {t('recent.failed')}
        </Note>
      )}
      <ul className="grid gap-2">
        {items.map(({ id, kind, name, addedAt }) => (
          <li key={id}>
            <Checkbox
              label={t(`recent.${kind}`, { name: name || t('recent.unnamed'), when: format.format(new Date(addedAt)) })}
              checked={!kept.has(id)}
              onChange={isRemoved => toggle(id, isRemoved)}
            />
          </li>
        ))}
      </ul>
      <Button block busy={isBusy} onClick={() => void remove()}>
        {t('recent.deed')}
      </Button>
      <Button look="quiet" block onClick={onDone}>
        {t('recent.keep')}
      </Button>
    </>
  )
}

/** Null while it is read; `onNone` is called when nothing was added lately, or it can't be read. */
function useRecentAccess(call: Call, onNone: () => void): Access[] | null {
  const [items, setItems] = useState<Access[] | null>(null)
  const skip = useEffectEvent(onNone)
  useEffect(() => {
    let isUnmounted = false
    readAccess(call).then(
      all => {
        if (isUnmounted) return
        const recent = all.filter(({ addedAt }) => Date.parse(addedAt) > Date.now() - lately)
        if (recent.length > 0) setItems(recent)
        else skip()
      },
      () => isUnmounted || skip(),
    )
    return () => {
      isUnmounted = true
    }
  }, [call])
  return items
}

async function readAccess(call: Call): Promise<Access[]> {
  const [phones, keys, devices] = await Promise.all([
    call(listDestinationsApi, 'GET', '/api/destinations', {}),
    call(listKeysApi, 'GET', '/api/keys', {}),
    call(listPushSubscriptionsApi, 'GET', '/api/push-subscriptions', {}),
  ])
  return [
    ...phones.items.map(({ id, name, createdAt }) => ({ id, name, kind: 'phone' as const, addedAt: createdAt })),
    ...keys.items
      .filter(({ revokedAt, expiresAt }) => !revokedAt && Date.parse(expiresAt) > Date.now())
      .map(({ id, name, createdAt }) => ({ id, name, kind: 'key' as const, addedAt: createdAt })),
    ...devices.items.map(({ id, device, createdAt }) => ({
      ...{ id, kind: 'device' as const, addedAt: createdAt },
      name: device ? `${device.browser}, ${device.system}` : '',
    })),
  ]
}

function removeAccess(call: Call, { kind, id }: Access) {
  const options = { params: { id } }
  if (kind === 'phone') return call(removeDestinationApi, 'DELETE', '/api/destinations/:id', options)
  if (kind === 'key') return call(revokeKeyApi, 'DELETE', '/api/keys/:id', options)
  return call(removePushSubscriptionApi, 'DELETE', '/api/push-subscriptions/:id', options)
}
