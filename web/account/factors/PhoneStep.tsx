// The second step with a phone: a code is sent there when the person wishes it, and typed here.
import { useRef, useState } from 'react'
import { phoneInText } from '../../../core/phone/phone.ts'
import { askAuth } from '../../auth/asking.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'
import { CodeForm } from '../phones/CodeForm.tsx'
import { usePhoneRefusal } from '../phones/usePhoneRefusal.ts'
import { type Asked, askPhone, provePhone } from './phone.ts'
import type { StepProps } from './props.ts'

export function PhoneStep({ factor }: StepProps) {
  const t = useWords('byphone')
  const sentence = usePhoneRefusal()
  const asked = useRef<Asked | null>(null)
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const phone = 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : ''
  const send = () => askAuth(client => askPhone(client, factor.id, asked))
  const begin = async () => {
    setBusy(true)
    const refusal = await send()
    setBusy(false)
    setRefused(refusal && sentence(refusal))
    setSent(!refusal)
  }
  if (isSent) return <CodeForm to={phone} deed={t('factor.deed')} onProve={code => provePhone(asked.current, code)} onAgain={send} />
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
