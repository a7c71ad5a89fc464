// Deletes the account: says what goes, and asks for a code that we send, so that an open browser is not enough.
import { useState } from 'react'
import { askAuth } from '../auth/asking.ts'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogDeeds } from '../ui/DialogParts.tsx'
import { Field } from '../ui/Field.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { useWords } from '../words.tsx'
import { CodeInput } from './CodeInput.tsx'
import { reachOf } from './phones/reach.ts'
import { refusalKey } from './refusal.ts'
import { useErase } from './sessions.ts'

export function LeaveAccount() {
  const t = useWords('profile')
  const account = useWords('account')
  const reach = reachOf(useAuth().user)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(reach === null)
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

/** `onStale`: the code is worth nothing any more, and the next begin sends another. */
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
