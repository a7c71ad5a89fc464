// Deletes the account: says what goes, and asks for a code from a letter, so that an open browser is not enough.
import { useState } from 'react'
import { askAuth } from '../auth/asking.ts'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog, DialogDeeds } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { useWords } from '../words.tsx'
import { CodeInput } from './CodeInput.tsx'
import { refusalKey } from './refusal.ts'
import { useErase } from './sessions.ts'

export function LeaveAccount() {
  const t = useWords('profile')
  const account = useWords('account')
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(user?.email == null)
  const begin = async () => {
    setBusy(true)
    const refusal = hasCode ? null : await askAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setUnsent(refusal && account(refusalKey(refusal, 'profile')))
    if (refusal) return
    setHasCode(true)
    setOpen(true)
  }
  return (
    <Card className="lg:col-span-2">
      <h2>{t('leave.title')}</h2>
      <p className="text-ink-2">{t('leave.text')}</p>
      {unsent && (
        <Note kind="danger" alert>
          {unsent}
        </Note>
      )}
      <Button look="danger" className="w-fit" busy={isBusy} onClick={() => void begin()}>
        {t('leave.begin')}
      </Button>
      {isOpen && (
        <ConfirmLeaving email={user?.email ?? null} onClose={() => setOpen(false)} onStale={() => setHasCode(user?.email == null)} />
      )}
    </Card>
  )
}

/** `onStale`: the code is worth nothing any more, and the next begin sends another. */
function ConfirmLeaving({ email, onClose, onStale }: { email: string | null; onClose(): void; onStale(): void }) {
  const t = useWords('profile')
  const account = useWords('account')
  const ui = useWords('ui')
  const explain = useExplain()
  const { signOut } = useAuth()
  const erasing = useErase()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const erase = () => {
    if (email && !code.trim()) return setMissing(true)
    erasing.mutate(email ? code.trim() : null, {
      onSuccess: () => void signOut().then(() => location.assign('/')),
      onError: onStale,
    })
  }
  return (
    <Dialog open onClose={onClose} title={t('leave.sure')} lead={email ? t('leave.code', { email }) : t('leave.text')}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          erase()
        }}
      >
        {erasing.error && (
          <Note kind="danger" alert>
            {explain(erasing.error)}
          </Note>
        )}
        {email && (
          <Field label={account('code.mailed')} error={missing && !code ? account('code.missing') : undefined}>
            <CodeInput value={code} onChange={event => setCode(event.target.value)} />
          </Field>
        )}
        <DialogDeeds>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" look="danger" busy={erasing.isPending}>
            {t('leave.deed')}
          </Button>
        </DialogDeeds>
      </form>
    </Dialog>
  )
}
