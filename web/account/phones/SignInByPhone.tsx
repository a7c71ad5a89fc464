// Signing in with a code by WhatsApp; a number that is new gets an account by it.
import { askAuth } from '../../auth/asking.ts'
import type { Refused } from '../../session.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useWords } from '../../words.tsx'
import { useCaptcha } from '../captcha/useCaptcha.tsx'
import { PhoneProof } from './PhoneProof.tsx'

export function SignInByPhone({ onLeave }: { onLeave(): void }) {
  const t = useWords('byphone')
  const captcha = useCaptcha()
  const send = async (phone: string): Promise<Refused | null> => {
    if (captcha.isDue) return { status: 400, code: 'captcha_missing' }
    const options = { channel: 'whatsapp' as const, ...captcha.take() }
    return askAuth(client => client.auth.signInWithOtp({ phone: `+${phone}`, options }))
  }
  return (
    <>
      <PageHeader key="byPhone" title={t('title')}>
        {t('text')}
      </PageHeader>
      <PhoneProof
        sendDeed={t('send')}
        proveDeed={t('signIn')}
        guard={captcha.box}
        onSend={send}
        onProve={(phone, token) => askAuth(client => client.auth.verifyOtp({ phone: `+${phone}`, token, type: 'sms' }))}
      />
      <p>
        <Button look="bare" onClick={onLeave} className="-ms-3">
          {t('leave')}
        </Button>
      </p>
    </>
  )
}
