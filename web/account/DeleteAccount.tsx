// Deletes the account: says what will be lost and asks for an emailed code, so that an open browser is not enough.
import { useState } from 'react'
import { callAuth } from '../auth/auth-calls.ts'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { useExplain } from '../ui/feedback/failure.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../ui/overlays/DialogLayout.tsx'
import { useWords } from '../words/words.tsx'
import { CodeInput } from './CodeInput.tsx'
import { contactOf } from './phones/person-label.ts'
import { refusalKey } from './refusal.ts'
import { useErase } from './sessions.ts'

export function LeaveAccount() {
  const t = useWords('profile')
  const account = useWords('account')
  const reach = contactOf(useAuth().user)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(reach === null)
  const begin = async () => {
    setBusy(true)
    const refusal = hasCode ? null : await callAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setUnsent(refusal && account(refusalKey(refusal, 'profile')))
    if (refusal) return
    setHasCode(true)
    setOpen(true)
  }
  return (
    <Card id="leave" className="lg:col-span-2">
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
      {isOpen && <ConfirmLeaving reach={reach} onClose={() => setOpen(false)} onStale={() => setHasCode(reach === null)} />}
    </Card>
  )
}

/** `onStale`: the code is no longer valid; starting again sends another. */
function ConfirmLeaving({ reach, onClose, onStale }: { reach: string | null; onClose(): void; onStale(): void }) {
  const t = useWords('profile')
  const account = useWords('account')
  const ui = useWords('ui')
  const explain = useExplain()
  const { signOut } = useAuth()
  const erasing = useErase()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const erase = () => {
    if (reach && !code.trim()) return setMissing(true)
    erasing.mutate(reach ? code.trim() : null, {
      onSuccess: () => void signOut().then(() => location.assign('/')),
      onError: onStale,
    })
  }
  return (
    <Dialog open onClose={onClose} title={t('leave.sure')} lead={reach ? t('leave.code', { email: reach }) : t('leave.text')}>
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
        {reach && (
          <Field label={account('code')} error={missing && !code ? account('code.missing') : undefined}>
            <CodeInput value={code} onChange={event => setCode(event.target.value)} />
          </Field>
        )}
        <DialogButtons>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" look="danger" busy={erasing.isPending}>
            {t('leave.deed')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
