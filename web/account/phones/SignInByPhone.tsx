// Signs in with a code by WhatsApp; a new number gets an account.
import { callAuth } from '../../auth/auth-calls.ts'
import type { Refused } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { useCaptcha } from '../captcha/useCaptcha.tsx'
import { PhoneProof } from './PhoneProof.tsx'

export function SignInByPhone({ onLeave }: { onLeave(): void }) {
  const t = useWords('byphone')
  const captcha = useCaptcha()
  const send = async (phone: string): Promise<Refused | null> => {
    if (captcha.isDue) return { status: 400, code: 'captcha_missing' }
    const options = { channel: 'whatsapp' as const, ...captcha.take() }
    return callAuth(client => client.auth.signInWithOtp({ phone: `+${phone}`, options }))
  }
  return (
    <>
      <PageHeader key="byPhone" title={t('title')}>
        {t('text')}
      </PageHeader>
      <PhoneProof
        sendLabel={t('send')}
        proveLabel={t('signIn')}
        guard={captcha.box}
        onSend={send}
        onProve={(phone, token) => callAuth(client => client.auth.verifyOtp({ phone: `+${phone}`, token, type: 'sms' }))}
      />
      <p>
        <Button look="bare" onClick={onLeave} className="-ms-3">
          {t('leave')}
        </Button>
      </p>
    </>
  )
}
