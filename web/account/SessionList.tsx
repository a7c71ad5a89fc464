// The list of signed-in sessions with their devices, and buttons that end them.
import { useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SessionLine } from '../../core/api/account.ts'
import { callAuth } from '../auth/auth-calls.ts'
import { useNow } from '../now.ts'
import { Button } from '../ui/Button.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { SkeletonRows } from '../ui/feedback/Skeleton.tsx'
import { StateLabel } from '../ui/feedback/StateLabel.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { Ago } from '../ui/text/Ago.tsx'
import { useWords } from '../words/words.tsx'
import { refusalKey } from './refusal.ts'
import { sessionsKey, useEndSession, useSessions } from './sessions.ts'

export function SessionList() {
  const t = useWords('profile')
  const explain = useExplain()
  const sessions = useSessions()
  const ending = useEndSession()
  const [errorText, setErrorText] = useState<string | null>(null)
  const items = sessions.data?.items ?? []
  const end = (id: string) =>
    ending.mutate(id, { onSuccess: () => toast.success(t('devices.ended')), onError: error => setErrorText(explain(error)) })
  return (
    <Card className="lg:col-span-2">
      <h2>{t('devices.title')}</h2>
      <p className="text-ink-2">{t('devices.text')}</p>
      {(errorText ?? sessions.error) && (
        <Note kind="danger" alert>
          {errorText ?? explain(sessions.error)}
        </Note>
      )}
      {sessions.isPending && <SkeletonRows rows={2} />}
      {items.length > 0 && (
        <ul className="-mx-(--pad)" aria-label={t('devices.list')}>
          {items.map(session => (
            <SessionRow key={session.id} session={session} busy={ending.isPending} onEnd={() => end(session.id)} />
          ))}
        </ul>
      )}
      {items.length > 1 && <EndOthers onError={setErrorText} />}
    </Card>
  )
}

function EndOthers({ onError }: { onError(sentence: string | null): void }) {
  const t = useWords('profile')
  const account = useWords('account')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const endOthers = async () => {
    setBusy(true)
    const refusal = await callAuth(auth => auth.auth.signOut({ scope: 'others' }))
    setBusy(false)
    onError(refusal && account(refusalKey(refusal, 'profile')))
    if (!refusal) toast.success(t('devices.done'))
    await client.invalidateQueries({ queryKey: sessionsKey })
  }
  return (
    <Button look="quiet" className="w-fit" busy={isBusy} onClick={() => void endOthers()}>
      {t('devices.deed')}
    </Button>
  )
}

const mobile = new Set(['Android', 'iOS'])

function SessionRow({ session, busy, onEnd }: { session: SessionLine; busy: boolean; onEnd(): void }) {
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
        <StateLabel kind="ok" label={t('devices.current')} />
      ) : (
        <Button look="quiet" small busy={busy} onClick={onEnd} aria-label={t('devices.endNamed', { name })}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}
