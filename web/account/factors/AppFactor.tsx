// An authenticator app as second factor: setting it up with a QR code, and entering its code at sign-in.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { callAuth } from '../../auth/auth-calls.ts'
import type { Refused } from '../../session/session.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Qr } from '../../ui/phone/Qr.tsx'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { CodeInput } from '../CodeInput.tsx'
import { refusalKey } from '../refusal.ts'
import { dropUnfinished } from './begin.ts'
import { NameFactor } from './NameFactor.tsx'
import type { AddProps, StepProps } from './props.ts'

export function AddApp({ isFirst, onDone }: AddProps) {
  const t = useWords('account')
  const [offer, setOffer] = useState<Offer | null>(null)
  const begin = async (name: string) => {
    const begun = await enrollApp(name)
    setOffer(begun.offer)
    return begun.refusal && t(refusalKey(begun.refusal, 'factor'))
  }
  if (offer) return <ProveApp offer={offer} onDone={onDone} />
  return <NameFactor proposed={isFirst ? t('app.usualName') : ''} help={t('app.nameHelp')} action={t('app.start')} onName={begin} />
}

function ProveApp({ offer, onDone }: { offer: Offer; onDone(): void }) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ code }) => {
    setRefused(null)
    const given = { factorId: offer.id, code: code.replaceAll(/\s/g, '') }
    const refusal = await callAuth(client => client.auth.mfa.challengeAndVerify(given))
    if (refusal) return setRefused(t(refusalKey(refusal, 'code')))
    toast.success(t('factor.added'))
    onDone()
  })
  return (
    <>
      <p>{t('app.scan')}</p>
      <Qr text={offer.uri} label={t('app.qr')} />
      <div className="flex flex-wrap items-end justify-between gap-3 rounded-hull-lg bg-sunk p-4">
        <div className="grid min-w-0 gap-1">
          <p className="text-sm">{t('app.secret')}</p>
          <p className="font-mono wrap-anywhere">{offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
        <CopyButton text={offer.secret} />
      </div>
      <a href={offer.uri}>{t('app.open')}</a>
      <AuthForm refused={refused} action={t('app.prove')} busy={isSubmitting} onSend={send}>
        <Field label={t('code')} help={t('app.proveHelp')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('code.missing') })} />
        </Field>
      </AuthForm>
    </>
  )
}

interface Offer {
  id: string
  secret: string
  /** The otpauth address that the QR code shows. */
  uri: string
}

async function enrollApp(friendlyName: string): Promise<{ offer: Offer | null; refusal: Refused | null }> {
  let offer: Offer | null = null
  const refusal = await callAuth(async client => {
    const { error: kept } = await dropUnfinished(client)
    if (kept) return { error: kept }
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Mailferry' })
    if (data) offer = { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
    return { error }
  })
  return { offer, refusal }
}

export function AppStep({ factor }: StepProps) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ code }) => {
    setRefused(null)
    const given = { factorId: factor.id, code: code.replaceAll(/\s/g, '') }
    const refusal = await callAuth(client => client.auth.mfa.challengeAndVerify(given))
    if (!refusal) return
    setRefused(t(refusalKey(refusal, 'code')))
    form.setFocus('code', { shouldSelect: true })
  })
  return (
    <AuthForm refused={refused} action={t('second.deed')} busy={isSubmitting} onSend={send}>
      <Field label={t('code')} error={errors.code?.message}>
        <CodeInput {...form.register('code', { required: t('code.missing') })} />
      </Field>
    </AuthForm>
  )
}
