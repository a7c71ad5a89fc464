// Adds or changes the phone number of the profile, verified by a code sent to it.
import { useState } from 'react'
import { phoneInText } from '../../../core/phone/phone.ts'
import { callAuth } from '../../auth/auth-calls.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session/session.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { PhoneProof } from './PhoneProof.tsx'

export function PhoneCard() {
  const t = useWords('byphone')
  const { user } = useAuth()
  const isOffered = useConfig()?.phones ?? false
  // Once a number is verified, the form resets.
  const [turn, setTurn] = useState(0)
  const phone = user?.phone ?? ''
  if (!isOffered && !phone) return null
  const prove = async (to: string, token: string) => {
    const refusal = await callAuth(client => client.auth.verifyOtp({ phone: `+${to}`, token, type: 'phone_change' }))
    if (refusal) return refusal
    toast.success(t('profile.done', { number: phoneInText(to) }))
    setTurn(turn + 1)
    return null
  }
  return (
    <Card>
      <h2>{t('profile.title')}</h2>
      <p className="text-ink-2">{phone ? t('profile.has', { number: phoneInText(phone) }) : t('profile.none')}</p>
      {isOffered && (
        <PhoneProof
          key={turn}
          quiet
          sendLabel={t(phone ? 'profile.change' : 'profile.add')}
          proveLabel={t('profile.prove')}
          onSend={to => callAuth(client => client.auth.updateUser({ phone: `+${to}` }))}
          onProve={prove}
        />
      )}
    </Card>
  )
}
