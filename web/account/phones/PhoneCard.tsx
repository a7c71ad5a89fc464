// One's phone number on the profile: added or changed, once the code that goes to it has come back.
import { useState } from 'react'
import { phoneInText } from '../../../core/phone/phone.ts'
import { askAuth } from '../../auth/asking.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session.tsx'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { PhoneProof } from './PhoneProof.tsx'

export function PhoneCard() {
  const t = useWords('byphone')
  const { user } = useAuth()
  const isOffered = useConfig()?.phones ?? false
  // A number that is proven leaves an empty form behind.
  const [turn, setTurn] = useState(0)
  const phone = user?.phone ?? ''
  if (!isOffered && !phone) return null
  const prove = async (to: string, token: string) => {
    const refusal = await askAuth(client => client.auth.verifyOtp({ phone: `+${to}`, token, type: 'phone_change' }))
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
          sendDeed={t(phone ? 'profile.change' : 'profile.add')}
          proveDeed={t('profile.prove')}
          onSend={to => askAuth(client => client.auth.updateUser({ phone: `+${to}` }))}
          onProve={prove}
        />
      )}
    </Card>
  )
}
