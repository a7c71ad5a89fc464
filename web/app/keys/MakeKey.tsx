// Creates an API key in two steps: its settings, then a code that confirms the person's identity.
import { useRef, useState } from 'react'
import { CodeInput } from '../../account/CodeInput.tsx'
import { contactOf } from '../../account/phones/person-label.ts'
import { refusalKey } from '../../account/refusal.ts'
import { callAuth } from '../../auth/auth-calls.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../words/words.tsx'
import { useFocusAfter } from '../useFocusAfter.ts'
import { blankKey, isComplete, KeyDraft, type KeyFields, newKeyOf } from './KeyDraft.tsx'
import { useAddKey } from './keys.ts'

export function MakeKey({ onMade, onClose }: { onMade(secret: string): void; onClose(): void }) {
  const t = useWords('keys')
  const account = useWords('account')
  const ui = useWords('ui')
  const explain = useExplain()
  const reach = contactOf(useAuth().user)
  const adding = useAddKey()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [draft, setDraft] = useState<KeyFields>(blankKey)
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [isSentAnew, setSentAnew] = useState(false)
  const make = (given: string | null) =>
    adding.mutate({ ...newKeyOf(draft), code: given }, { onSuccess: ({ secret }) => (onMade(secret), onClose()) })
  const sendCode = async () => {
    setBusy(true)
    setSentAnew(false)
    adding.reset()
    const refusal = await callAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setUnsent(refusal && account(refusalKey(refusal, 'profile')))
    if (refusal) return
    setTried(false)
    setSentAnew(code !== null)
    setCode('')
    focus('input')
  }
  const go = () => {
    setTried(true)
    if (code !== null) return code.trim() ? make(code.trim()) : undefined
    if (!isComplete(draft, new Date())) return focus('[aria-invalid="true"]')
    if (reach) void sendCode()
    else make(null)
  }
  const refused = adding.error ? explain(adding.error) : unsent
  const lead = code === null ? t('make.lead') : t('code.lead', { reach: reach ?? '' })
  return (
    <Dialog open onClose={onClose} title={t('make')} lead={lead}>
      <form
        ref={form}
        className="grid gap-5"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy && !adding.isPending) go()
        }}
      >
        {refused && (
          <Note kind="danger" alert>
            {refused}
          </Note>
        )}
        {code === null ? (
          <KeyDraft draft={draft} hasTried={hasTried} onChange={setDraft} />
        ) : (
          <>
            <Field
              label={account('code')}
              help={<InSandbox />}
              error={hasTried && code.trim() === '' ? account('code.missing') : undefined}
            >
              <CodeInput value={code} onChange={event => setCode(event.target.value)} />
            </Field>
            <div className="flex flex-wrap items-center gap-3">
              <Button look="quiet" small busy={isBusy} onClick={() => void sendCode()}>
                {t('code.again')}
              </Button>
              <p role="status" className="text-sm text-ink-2">
                {isSentAnew && t('code.sent')}
              </p>
            </div>
          </>
        )}
        <DialogButtons>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" busy={isBusy || adding.isPending}>
            {t(code === null && reach ? 'next' : 'deed')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** In the sandbox no email leaves the machine; the code is in the public outbox. */
function InSandbox() {
  const t = useWords('keys')
  if (!useConfig()?.standIns.includes('mail')) return null
  return (
    <>
      {t('sandbox')}{' '}
      <a href="/sandbox/outbox" target="_blank" rel="noreferrer">
        {t('sandbox.link')}
      </a>
    </>
  )
}
