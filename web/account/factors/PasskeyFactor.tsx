// A passkey or security key as a second factor: registering it, and using it at sign-in.
import { type FormEvent, type ReactNode, useState } from 'react'
import { useConfig } from '../../auth/useConfig.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { refusalKey } from '../refusal.ts'
import { NameFactor } from './NameFactor.tsx'
import { passkeyObstacle, registerPasskey, usePasskey } from './passkey.ts'
import type { AddProps, StepProps } from './props.ts'

export function PasskeyStep({ factor }: StepProps) {
  const t = useWords('account')
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setErrorText(null)
    setBusy(true)
    const outcome = await usePasskey(factor.id)
    setBusy(false)
    if (outcome === 'known' || outcome === 'unable') setErrorText(t('passkey.unable'))
    else if (typeof outcome !== 'string') setErrorText(t(refusalKey(outcome, 'passkey')))
  }
  return (
    <KeyObstacle>
      <AuthForm errorText={errorText} action={t('passkey.use')} busy={isBusy} onSubmit={send}>
        {null}
      </AuthForm>
    </KeyObstacle>
  )
}

export function AddPasskey({ isFirst, onDone }: AddProps) {
  const t = useWords('account')
  const register = async (name: string) => {
    const outcome = await registerPasskey(name)
    if (outcome === 'known' || outcome === 'unable') return t(`passkey.${outcome}`)
    if (outcome === 'left') return null
    if (outcome !== 'done') return t(refusalKey(outcome, 'passkey'))
    toast.success(t('factor.added'))
    onDone()
    return null
  }
  return (
    <KeyObstacle>
      <NameFactor
        suggestedName={isFirst ? t('passkey.usualName') : ''}
        help={t('passkey.nameHelp')}
        action={t('passkey.start')}
        onName={register}
      />
    </KeyObstacle>
  )
}

/** Shows its children, or why this browser cannot use passkeys here. */
function KeyObstacle({ children }: { children: ReactNode }) {
  const t = useWords('account')
  const publicUrl = useConfig()?.publicUrl
  if (!publicUrl) return null
  const obstacle = passkeyObstacle(publicUrl)
  return obstacle ? <Note kind="warn">{t(`passkey.${obstacle}`, { url: publicUrl })}</Note> : children
}
