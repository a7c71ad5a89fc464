// Creates an API key in two steps: its settings, then a code that confirms the person's identity.
import { useRef, useState } from 'react'
import { ApiError } from '../../ApiError.ts'
import { CodeInput } from '../../account/CodeInput.tsx'
import { contactLabel } from '../../account/phones/person-label.ts'
import { refusalKey } from '../../account/refusal.ts'
import { callAuth } from '../../auth/auth-calls.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { proofNeeded } from '../../proof.ts'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../words/words.tsx'
import { useFocusAfter } from '../useFocusAfter.ts'
import { blankKey, isComplete, KeyForm, type KeyFormValues, toNewKey } from './KeyForm.tsx'
import { useAddKey } from './keys.ts'

export function CreateKey({ onCreated, onClose }: { onCreated(secret: string): void; onClose(): void }) {
  const t = useWords('keys')
  const account = useWords('account')
  const ui = useWords('ui')
  const explain = useExplain()
  const contact = contactLabel(useAuth().user)
  const creation = useAddKey()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [values, setValues] = useState<KeyFormValues>(blankKey)
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [codeError, setCodeError] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [isResent, setResent] = useState(false)
  const create = (confirmationCode: string | null) =>
    creation.mutate(
      { ...toNewKey(values), code: confirmationCode },
      { onSuccess: ({ secret }) => (onCreated(secret), onClose()), onError: error => void (needsCode(error) && sendCode()) },
    )
  const sendCode = async () => {
    setBusy(true)
    setResent(false)
    creation.reset()
    const refusal = await callAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setCodeError(refusal && account(refusalKey(refusal, 'profile')))
    if (refusal) return
    setTried(false)
    setResent(code !== null)
    setCode('')
    focus('input')
  }
  const submit = () => {
    setTried(true)
    if (code !== null) return code.trim() ? create(code.trim()) : undefined
    if (!isComplete(values, new Date())) return focus('[aria-invalid="true"]')
    create(null)
  }
  const error = creation.error && !needsCode(creation.error) ? explain(creation.error) : codeError
  const lead = code === null ? t('make.lead') : t('code.lead', { reach: contact ?? '' })
  return (
    <Dialog open onClose={onClose} title={t('make')} lead={lead}>
      <form
        ref={form}
        className="grid gap-5"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy && !creation.isPending) submit()
        }}
      >
        {error && (
          <Note kind="danger" alert>
            {error}
          </Note>
        )}
        {code === null ? (
          <KeyForm values={values} hasTried={hasTried} onChange={setValues} />
        ) : (
          <>
            <Field
              label={account('code')}
              help={<SandboxHint />}
              error={hasTried && code.trim() === '' ? account('code.missing') : undefined}
            >
              <CodeInput value={code} onChange={event => setCode(event.target.value)} />
            </Field>
            <div className="flex flex-wrap items-center gap-3">
              <Button look="quiet" small busy={isBusy} onClick={() => void sendCode()}>
                {t('code.again')}
              </Button>
              <p role="status" className="text-sm text-ink-2">
                {isResent && t('code.sent')}
              </p>
            </div>
          </>
        )}
        <DialogButtons>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" busy={isBusy || creation.isPending}>
            {t('deed')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const needsCode = (error: Error): boolean => error instanceof ApiError && error.code === proofNeeded

/** In the sandbox no email leaves the machine; the code is in the public outbox. */
function SandboxHint() {
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
