// Adds or changes the phone number of the profile, verified by a code sent to it.
import { useState } from 'react'
import { formatPhoneInText } from '../../../core/phone/phone.ts'
import { callAuth } from '../../auth/auth-calls.ts'
import { useConfig } from '../../auth/useConfig.ts'
import { useAuth } from '../../session/session.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { VerifyPhone } from './VerifyPhone.tsx'

export function ProfilePhone() {
  const t = useWords('byphone')
  const { user } = useAuth()
  const isOffered = useConfig()?.phones ?? false
  // Once a number is verified, the form resets.
  const [formKey, setFormKey] = useState(0)
  const phone = user?.phone ?? ''
  if (!isOffered && !phone) return null
  const verify = async (to: string, token: string) => {
    const refusal = await callAuth(client => client.auth.verifyOtp({ phone: `+${to}`, token, type: 'phone_change' }))
    if (refusal) return refusal
    toast.success(t('profile.done', { number: formatPhoneInText(to) }))
    setFormKey(formKey + 1)
    return null
  }
  return (
    <Card>
      <h2>{t('profile.title')}</h2>
      <p className="text-ink-2">{phone ? t('profile.has', { number: formatPhoneInText(phone) }) : t('profile.none')}</p>
      {isOffered && (
        <VerifyPhone
          key={formKey}
          quiet
          sendLabel={t(phone ? 'profile.change' : 'profile.add')}
          verifyLabel={t('profile.prove')}
          onSend={to => callAuth(client => client.auth.updateUser({ phone: `+${to}` }))}
          onVerify={verify}
        />
      )}
    </Card>
  )
}
