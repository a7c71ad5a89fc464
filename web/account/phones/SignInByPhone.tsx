// Signs in with a code by WhatsApp; a new number gets an account.
import { callAuth } from '../../auth/auth-calls.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useWords } from '../../words/words.tsx'
import { useCaptcha } from '../captcha/useCaptcha.tsx'
import { VerifyPhone } from './VerifyPhone.tsx'

export function SignInByPhone({ onLeave }: { onLeave(): void }) {
  const t = useWords('byphone')
  const captcha = useCaptcha()
  const send = async (phone: string): Promise<AuthRefusal | null> => {
    if (captcha.isDue) return { status: 400, code: 'captcha_missing' }
    const options = { channel: 'whatsapp' as const, ...captcha.takeToken() }
    return callAuth(client => client.auth.signInWithOtp({ phone: `+${phone}`, options }))
  }
  return (
    <>
      <PageHeader key="byPhone" title={t('title')}>
        {t('text')}
      </PageHeader>
      <VerifyPhone
        sendLabel={t('send')}
        verifyLabel={t('signIn')}
        captcha={captcha.box}
        onSend={send}
        onVerify={(phone, token) => callAuth(client => client.auth.verifyOtp({ phone: `+${phone}`, token, type: 'sms' }))}
      />
      <p>
        <Button look="bare" onClick={onLeave} className="-ms-3">
          {t('leave')}
        </Button>
      </p>
    </>
  )
}
