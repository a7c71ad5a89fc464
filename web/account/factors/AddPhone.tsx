// Setting up a phone as a second factor: its number, and the code that went there.
import { useRef } from 'react'
import { displayPhone } from '../../../core/phone/phone.ts'
import { askAuth } from '../../auth/asking.ts'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { PhoneProof } from '../phones/PhoneProof.tsx'
import { dropUnfinished } from './begin.ts'
import { type Asked, askPhone, provePhone } from './phone.ts'
import type { AddProps } from './props.ts'

export function AddPhone({ onDone }: AddProps) {
  const t = useWords('byphone')
  const account = useWords('account')
  const factor = useRef({ phone: '', id: '' })
  const asked = useRef<Asked | null>(null)
  const send = (phone: string) =>
    askAuth(async client => {
      if (factor.current.phone !== phone) {
        const { error: kept } = await dropUnfinished(client)
        if (kept) return { error: kept }
        const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', friendlyName: displayPhone(phone), phone: `+${phone}` })
        if (error) return { error }
        factor.current = { phone, id: data.id }
      }
      return askPhone(client, factor.current.id, asked)
    })
  const prove = async (_phone: string, code: string) => {
    const refusal = await provePhone(asked.current, code)
    if (refusal) return refusal
    toast.success(account('factor.added'))
    onDone()
    return null
  }
  return <PhoneProof sendDeed={t('send')} proveDeed={t('factor.prove')} onSend={send} onProve={prove} />
}
