// A phone as second factor: verifying its number, and entering the code sent to it at sign-in.
import { useRef, useState } from 'react'
import { displayPhone, phoneInText } from '../../../core/phone/phone.ts'
import { callAuth } from '../../auth/auth-calls.ts'
import type { AuthClient } from '../../auth/client.ts'
import type { Refused } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { CodeForm } from '../phones/CodeForm.tsx'
import { PhoneProof } from '../phones/PhoneProof.tsx'
import { usePhoneRefusal } from '../phones/usePhoneRefusal.ts'
import { dropUnfinished } from './begin.ts'
import type { AddProps, StepProps } from './props.ts'

export function PhoneStep({ factor }: StepProps) {
  const t = useWords('byphone')
  const sentence = usePhoneRefusal()
  const asked = useRef<PhoneChallenge | null>(null)
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const phone = 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : ''
  const send = () => callAuth(client => challengePhone(client, factor.id, asked))
  const begin = async () => {
    setBusy(true)
    const refusal = await send()
    setBusy(false)
    setRefused(refusal && sentence(refusal))
    setSent(!refusal)
  }
  if (isSent) return <CodeForm to={phone} action={t('factor.deed')} onProve={code => provePhone(asked.current, code)} onAgain={send} />
  return (
    <>
      {refused && (
        <Note kind="danger" alert>
          {refused}
        </Note>
      )}
      <Button block busy={isBusy} onClick={() => void begin()}>
        {t('sendTo', { number: phoneInText(phone) })}
      </Button>
    </>
  )
}

/** A challenge that waits for its code. */
interface PhoneChallenge {
  factorId: string
  challengeId: string
}

/** Stores the challenge in `asked`; on failure the earlier one stays, since its code may still arrive. */
async function challengePhone(client: AuthClient, factorId: string, asked: { current: PhoneChallenge | null }) {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
  if (data) asked.current = { factorId, challengeId: data.id }
  return { error }
}

/** Raises the session's level. */
const provePhone = async (asked: PhoneChallenge | null, code: string): Promise<Refused | null> =>
  asked ? callAuth(client => client.auth.mfa.verify({ ...asked, code })) : { status: 422, code: 'mfa_challenge_expired' }

export function AddPhone({ onDone }: AddProps) {
  const t = useWords('byphone')
  const account = useWords('account')
  const factor = useRef({ phone: '', id: '' })
  const asked = useRef<PhoneChallenge | null>(null)
  const send = (phone: string) =>
    callAuth(async client => {
      if (factor.current.phone !== phone) {
        const { error: kept } = await dropUnfinished(client)
        if (kept) return { error: kept }
        const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: displayPhone(phone), phone: `+${phone}` })
        if (error) return { error }
        factor.current = { phone, id: data.id }
      }
      return challengePhone(client, factor.current.id, asked)
    })
  const prove = async (_phone: string, code: string) => {
    const refusal = await provePhone(asked.current, code)
    if (refusal) return refusal
    toast.success(account('factor.added'))
    onDone()
    return null
  }
  return <PhoneProof sendLabel={t('send')} proveLabel={t('factor.prove')} onSend={send} onProve={prove} />
}
