// A passkey or security key as second factor: registering it, and using it at sign-in.
import { type FormEvent, useState } from 'react'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { refusalKey } from '../refusal.ts'
import { KeyObstacle } from './KeyObstacle.tsx'
import { NameFactor } from './NameFactor.tsx'
import { registerKey, showKey } from './passkey.ts'
import type { AddProps, StepProps } from './props.ts'

export function PasskeyStep({ factor }: StepProps) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setRefused(null)
    setBusy(true)
    const outcome = await showKey(factor.id)
    setBusy(false)
    if (outcome === 'known' || outcome === 'unable') setRefused(t('passkey.unable'))
    else if (typeof outcome !== 'string') setRefused(t(refusalKey(outcome, 'passkey')))
  }
  return (
    <KeyObstacle>
      <AuthForm refused={refused} action={t('passkey.use')} busy={isBusy} onSend={send}>
        {null}
      </AuthForm>
    </KeyObstacle>
  )
}

export function AddPasskey({ isFirst, onDone }: AddProps) {
  const t = useWords('account')
  const register = async (name: string) => {
    const outcome = await registerKey(name)
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
        proposed={isFirst ? t('passkey.usualName') : ''}
        help={t('passkey.nameHelp')}
        action={t('passkey.start')}
        onName={register}
      />
    </KeyObstacle>
  )
}
