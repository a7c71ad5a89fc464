// Setting up an authenticator app: a name, a QR code with its secret beside it, and a first code.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askAuth } from '../../auth/asking.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Qr } from '../../ui/Qr.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { CodeInput } from '../CodeInput.tsx'
import { refusalKey } from '../refusal.ts'
import { enrollApp, type Offer } from './app.ts'
import { NameFactor } from './NameFactor.tsx'
import type { AddProps } from './props.ts'

export function AddApp({ isFirst, onDone }: AddProps) {
  const t = useWords('account')
  const [offer, setOffer] = useState<Offer | null>(null)
  const begin = async (name: string) => {
    const begun = await enrollApp(name)
    setOffer(begun.offer)
    return begun.refusal && t(refusalKey(begun.refusal, 'factor'))
  }
  if (offer) return <ProveApp offer={offer} onDone={onDone} />
  return <NameFactor proposed={isFirst ? t('app.usualName') : ''} help={t('app.nameHelp')} deed={t('app.start')} onName={begin} />
}

function ProveApp({ offer, onDone }: { offer: Offer; onDone(): void }) {
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
      <AuthForm refused={refused} deed={t('app.prove')} busy={isSubmitting} onSend={send}>
        <Field label={t('code')} help={t('app.proveHelp')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('code.missing') })} />
        </Field>
      </AuthForm>
    </>
  )
}
