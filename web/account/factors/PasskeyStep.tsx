// The second step with a passkey or a security key: one button, then what the browser asks of the person.
import { type FormEvent, useState } from 'react'
import { useWords } from '../../words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { refusalKey } from '../refusal.ts'
import { KeyObstacle } from './KeyObstacle.tsx'
import { showKey } from './passkey.ts'
import type { StepProps } from './props.ts'

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
      <AuthForm refused={refused} deed={t('passkey.use')} busy={isBusy} onSend={send}>
        {null}
      </AuthForm>
    </KeyObstacle>
  )
}
