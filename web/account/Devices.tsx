// Where the person is signed in: each session with its device, and the ways to end it.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askAuth } from '../auth/asking.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { refusalKey } from './refusal.ts'
import { SessionRow } from './SessionRow.tsx'
import { sessionsKey, useEndSession, useSessions } from './sessions.ts'

export function Devices() {
  const t = useWords('profile')
  const explain = useExplain()
  const sessions = useSessions()
  const ending = useEndSession()
  const [refused, setRefused] = useState<string | null>(null)
  const items = sessions.data?.items ?? []
  const end = (id: string) =>
    ending.mutate(id, { onSuccess: () => toast.success(t('devices.ended')), onError: error => setRefused(explain(error)) })
  return (
    <Card className="lg:col-span-2">
      <h2>{t('devices.title')}</h2>
      <p className="text-ink-2">{t('devices.text')}</p>
      {(refused ?? sessions.error) && (
        <Note kind="danger" alert>
          {refused ?? explain(sessions.error)}
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
      {items.length > 1 && <EndOthers onRefused={setRefused} />}
    </Card>
  )
}

function EndOthers({ onRefused }: { onRefused(sentence: string | null): void }) {
  const t = useWords('profile')
  const account = useWords('account')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const endOthers = async () => {
    setBusy(true)
    const refusal = await askAuth(auth => auth.auth.signOut({ scope: 'others' }))
    setBusy(false)
    onRefused(refusal && account(refusalKey(refusal, 'profile')))
    if (!refusal) toast.success(t('devices.done'))
    await client.invalidateQueries({ queryKey: sessionsKey })
  }
  return (
    <Button look="quiet" className="w-fit" busy={isBusy} onClick={() => void endOthers()}>
      {t('devices.deed')}
    </Button>
  )
}
