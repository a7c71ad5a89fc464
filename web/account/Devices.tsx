// Where else the person is signed in: one deed ends all of it but here.
import { useState } from 'react'
import { askAuth } from '../auth/asking.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { refusalKey } from './refusal.ts'

export function Devices() {
  const t = useWords('profile')
  const account = useWords('account')
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const endOthers = async () => {
    setBusy(true)
    const refusal = await askAuth(client => client.auth.signOut({ scope: 'others' }))
    setBusy(false)
    setRefused(refusal && account(refusalKey(refusal, 'profile')))
    if (!refusal) toast.success(t('devices.done'))
  }
  return (
    <Card>
      <h2>{t('devices.title')}</h2>
      <p className="text-ink-2">{t('devices.text')}</p>
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      <Button look="quiet" className="w-fit" busy={isBusy} onClick={() => void endOthers()}>
        {t('devices.deed')}
      </Button>
    </Card>
  )
}
