// Setting up an authenticator app: a name, a QR code with its secret beside it, and a first code.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askAuth } from '../auth/asking.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Qr } from '../ui/Qr.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CodeInput } from './CodeInput.tsx'
import { enrollFactor, type Offer } from './enroll-factor.ts'
import { refusalKey } from './refusal.ts'

export function AddFactor({ isFirst }: { isFirst: boolean }) {
  const [offer, setOffer] = useState<Offer | null>(null)
  return offer ? <ProveFactor offer={offer} onDone={() => setOffer(null)} /> : <NameFactor isFirst={isFirst} onOffer={setOffer} />
}

function NameFactor({ isFirst, onOffer }: { isFirst: boolean; onOffer(offer: Offer): void }) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { name: isFirst ? t('factor.usualName') : '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ name }) => {
    setRefused(null)
    const { offer, refusal } = await enrollFactor(name.trim())
    setRefused(refusal && t(refusalKey(refusal, 'factor')))
    if (offer) onOffer(offer)
  })
  return (
    <AuthForm refused={refused} deed={t(isFirst ? 'factor.start' : 'factor.startMore')} busy={isSubmitting} onSend={send}>
      <Field label={t('factor.name')} help={t('factor.nameHelp')} error={errors.name?.message}>
        <TextInput maxLength={60} {...form.register('name', { validate: name => name.trim() !== '' || t('factor.nameMissing') })} />
      </Field>
    </AuthForm>
  )
}

function ProveFactor({ offer, onDone }: { offer: Offer; onDone(): void }) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ code }) => {
    setRefused(null)
    const given = { factorId: offer.id, code: code.replaceAll(/\s/g, '') }
    const refusal = await askAuth(client => client.auth.mfa.challengeAndVerify(given))
    if (refusal) return setRefused(t(refusalKey(refusal, 'code')))
    toast.success(t('factor.added'))
    onDone()
  })
  return (
    <div className="grid gap-4">
      <p>{t('factor.scan')}</p>
      <Qr text={offer.uri} label={t('factor.qr')} />
      <div className="flex flex-wrap items-end justify-between gap-3 rounded-hull-lg bg-sunk p-4">
        <div className="grid min-w-0 gap-1">
          <p className="text-sm">{t('factor.secret')}</p>
          <p className="font-mono wrap-anywhere">{offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
        <CopyButton text={offer.secret} />
      </div>
      <a href={offer.uri}>{t('factor.open')}</a>
      <AuthForm refused={refused} deed={t('factor.prove')} busy={isSubmitting} onSend={send}>
        <Field label={t('code')} help={t('factor.proveHelp')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('code.missing') })} />
        </Field>
      </AuthForm>
      <Button look="bare" onClick={onDone}>
        {t('factor.cancel')}
      </Button>
    </div>
  )
}
