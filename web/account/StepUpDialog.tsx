// Asks a person who is signed in to prove who they are: with a second factor, their password, or a code that we send.
import { useEffect, useState } from 'react'
import { callAuth } from '../auth/auth-calls.ts'
import { openAuthClient } from '../auth/client.ts'
import { answerProof } from '../proof.ts'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { PasswordInput } from '../ui/forms/TextInput.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { useWords } from '../words/words.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CodeInput } from './CodeInput.tsx'
import { contactLabel } from './phones/person-label.ts'
import { refusalKey } from './refusal.ts'
import { FactorChoice, verifiedFactors } from './SecondStep.tsx'

const onDone = () => answerProof(true)
const onClose = () => answerProof(false)

export function StepUpDialog() {
  const t = useWords('account')
  const { user } = useAuth()
  const factors = verifiedFactors(user)
  return (
    <Dialog open onTop onClose={onClose} title={t('proof.title')} lead={t('proof.lead')}>
      {factors.length > 0 ? <FactorProof factors={factors} onDone={onDone} /> : <FirstProof onDone={onDone} />}
    </Dialog>
  )
}

/** The steps of signing in know nothing of this dialog: it ends when the session has been raised. */
function FactorProof({ factors, onDone }: { factors: ReturnType<typeof verifiedFactors>; onDone(): void }) {
  useEffect(() => {
    const listening = openAuthClient().then(({ client }) =>
      client.auth.onAuthStateChange(event => void (event === 'MFA_CHALLENGE_VERIFIED' && onDone())),
    )
    return () => void listening.then(({ data }) => data.subscription.unsubscribe())
  }, [onDone])
  return <FactorChoice factors={factors} />
}

function FirstProof({ onDone }: { onDone(): void }) {
  const t = useWords('account')
  const { user } = useAuth()
  const contact = contactLabel(user) ?? ''
  const hasPassword = user?.identities?.some(({ provider }) => provider === 'email' || provider === 'phone') ?? false
  const [way, setWay] = useState<'password' | 'code' | 'none'>(hasPassword ? 'password' : 'none')
  const [value, setValue] = useState('')
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sendCode = async () => {
    setBusy(true)
    const refusal = await callAuth(client => client.auth.reauthenticate())
    setBusy(false)
    setErrorText(refusal && t(refusalKey(refusal, 'profile')))
    if (refusal) return
    setValue('')
    setWay('code')
  }
  const prove = async () => {
    if (!value.trim()) return setErrorText(t(way === 'code' ? 'code.missing' : 'password.missing'))
    setBusy(true)
    const proof = way === 'code' ? { nonce: value.trim() } : { current_password: value }
    const refusal = await callAuth(client => client.auth.updateUser(proof))
    setBusy(false)
    if (!refusal) return onDone()
    const wrong = refusal.code === 'invalid_credentials' || refusal.code === 'reauthentication_not_valid'
    setErrorText(t(wrong ? `proof.wrong.${way === 'code' ? 'code' : 'password'}` : refusalKey(refusal, 'profile')))
  }
  return (
    <div className="grid gap-3">
      {way === 'none' ? (
        <Button busy={isBusy} onClick={() => void sendCode()}>
          {t('proof.send', { contact })}
        </Button>
      ) : (
        <>
          <AuthForm
            errorText={errorText}
            action={t('proof.deed')}
            busy={isBusy}
            onSubmit={async event => {
              event.preventDefault()
              await prove()
            }}
          >
            {way === 'password' ? (
              <Field label={t('password')}>
                <PasswordInput autoComplete="current-password" value={value} onChange={event => setValue(event.target.value)} />
              </Field>
            ) : (
              <Field label={t('code')} help={t('proof.sent', { contact })}>
                <CodeInput value={value} onChange={event => setValue(event.target.value)} />
              </Field>
            )}
          </AuthForm>
          <Button look="bare" busy={isBusy} onClick={() => void sendCode()}>
            {t(way === 'code' ? 'proof.again' : 'proof.instead')}
          </Button>
        </>
      )}
    </div>
  )
}
