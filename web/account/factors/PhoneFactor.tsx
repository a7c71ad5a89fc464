// A phone as a second factor: verifying its number, and entering the code sent to it at sign-in.
import { useRef, useState } from 'react'
import { formatPhone, formatPhoneInText } from '../../../core/phone/phone.ts'
import { callAuth } from '../../auth/auth-calls.ts'
import type { AuthClient } from '../../auth/client.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { CodeForm } from '../phones/CodeForm.tsx'
import { usePhoneRefusal } from '../phones/usePhoneRefusal.ts'
import { VerifyPhone } from '../phones/VerifyPhone.tsx'
import type { AddProps, StepProps } from './props.ts'
import { removeUnfinishedFactors } from './remove-unfinished.ts'

export function PhoneStep({ factor }: StepProps) {
  const t = useWords('byphone')
  const messageFor = usePhoneRefusal()
  const challenge = useRef<PhoneChallenge | null>(null)
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const phone = 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : ''
  const send = () => callAuth(client => challengePhone(client, factor.id, challenge))
  const sendFirst = async () => {
    setBusy(true)
    const refusal = await send()
    setBusy(false)
    setErrorText(refusal && messageFor(refusal))
    setSent(!refusal)
  }
  if (isSent)
    return <CodeForm to={phone} action={t('factor.deed')} onVerify={code => verifyPhone(challenge.current, code)} onResend={send} />
  return (
    <>
      {errorText && (
        <Note kind="danger" alert>
          {errorText}
        </Note>
      )}
      <Button block busy={isBusy} onClick={() => void sendFirst()}>
        {t('sendTo', { number: formatPhoneInText(phone) })}
      </Button>
    </>
  )
}

/** A challenge that awaits its code. */
interface PhoneChallenge {
  factorId: string
  challengeId: string
}

/** Stores the challenge in `current`; on failure the earlier one stays, since its code may still arrive. */
async function challengePhone(client: AuthClient, factorId: string, challenge: { current: PhoneChallenge | null }) {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
  if (data) challenge.current = { factorId, challengeId: data.id }
  return { error }
}

/** Raises the session's level. */
const verifyPhone = async (challenge: PhoneChallenge | null, code: string): Promise<AuthRefusal | null> =>
  challenge ? callAuth(client => client.auth.mfa.verify({ ...challenge, code })) : { status: 422, code: 'mfa_challenge_expired' }

export function AddPhone({ onDone }: AddProps) {
  const t = useWords('byphone')
  const account = useWords('account')
  const factor = useRef({ phone: '', id: '' })
  const challenge = useRef<PhoneChallenge | null>(null)
  const send = (phone: string) =>
    callAuth(async client => {
      if (factor.current.phone !== phone) {
        const { error: cleanupError } = await removeUnfinishedFactors(client)
        if (cleanupError) return { error: cleanupError }
        const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: formatPhone(phone), phone: `+${phone}` })
        if (error) return { error }
        factor.current = { phone, id: data.id }
      }
      return challengePhone(client, factor.current.id, challenge)
    })
  const verify = async (_phone: string, code: string) => {
    const refusal = await verifyPhone(challenge.current, code)
    if (refusal) return refusal
    toast.success(account('factor.added'))
    onDone()
    return null
  }
  return <VerifyPhone sendLabel={t('send')} verifyLabel={t('factor.prove')} onSend={send} onVerify={verify} />
}
