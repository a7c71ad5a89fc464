// An authenticator app as a second factor: setting it up with a QR code, and entering its code at sign-in.
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { callAuth } from '../../auth/auth-calls.ts'
import type { AuthRefusal } from '../../session/session.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { useOneAtATime } from '../../ui/forms/useOneAtATime.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { Qr } from '../../ui/phone/Qr.tsx'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { CodeInput, isCompleteCode } from '../CodeInput.tsx'
import { refusalKey } from '../refusal.ts'
import { NameFactor } from './NameFactor.tsx'
import type { AddProps, StepProps } from './props.ts'
import { removeUnfinishedFactors } from './remove-unfinished.ts'

export function AddApp({ isFirst, onDone }: AddProps) {
  const t = useWords('account')
  const [enrolledApp, setEnrolledApp] = useState<EnrolledApp | null>(null)
  const enroll = async (name: string) => {
    const enrollment = await enrollApp(name)
    setEnrolledApp(enrollment.enrolledApp)
    return enrollment.refusal && t(refusalKey(enrollment.refusal, 'factor'))
  }
  if (enrolledApp) return <VerifyApp enrolledApp={enrolledApp} onDone={onDone} />
  return <NameFactor suggestedName={isFirst ? t('app.usualName') : ''} help={t('app.nameHelp')} action={t('app.start')} onName={enroll} />
}

function VerifyApp({ enrolledApp, onDone }: { enrolledApp: EnrolledApp; onDone(): void }) {
  const t = useWords('account')
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = useSendCode(form, async code => {
    setErrorText(null)
    const refusal = await callAuth(client => client.auth.mfa.challengeAndVerify({ factorId: enrolledApp.id, code }))
    if (refusal) return setErrorText(t(refusalKey(refusal, 'code')))
    toast.success(t('factor.added'))
    onDone()
  })
  return (
    <>
      <p>{t('app.scan')}</p>
      <Qr text={enrolledApp.uri} label={t('app.qr')} />
      <div className="flex flex-wrap items-end justify-between gap-3 rounded-hull-lg bg-sunk p-4">
        <div className="grid min-w-0 gap-1">
          <p className="text-sm">{t('app.secret')}</p>
          <p className="font-mono wrap-anywhere">{enrolledApp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
        <CopyButton text={enrolledApp.secret} />
      </div>
      <a href={enrolledApp.uri}>{t('app.open')}</a>
      <AuthForm errorText={errorText} action={t('app.prove')} busy={isSubmitting} onSubmit={send}>
        <Field label={t('code')} help={t('app.proveHelp')} error={errors.code?.message}>
          <CodeInput {...form.register('code', { required: t('code.missing'), onChange: sendComplete(send) })} />
        </Field>
      </AuthForm>
    </>
  )
}

type SendCode = (event?: FormEvent) => Promise<void>

/** Sends a code once at a time: the sixth digit sends it, and so may Enter right after it. */
function useSendCode(form: UseFormReturn<{ code: string }>, send: (code: string) => Promise<void>): SendCode {
  const oneAtATime = useOneAtATime()
  return form.handleSubmit(
    ({ code }) =>
      new Promise<void>(resolve => {
        const isSent = oneAtATime(
          end =>
            void send(code.replaceAll(/\s/g, '')).finally(() => {
              end()
              resolve()
            }),
        )
        if (!isSent) resolve()
      }),
  )
}

const sendComplete =
  (send: SendCode) =>
  (event: ChangeEvent<HTMLInputElement>): void => {
    if (isCompleteCode(event.target.value)) void send()
  }

interface EnrolledApp {
  id: string
  secret: string
  /** The otpauth URI in the QR code. */
  uri: string
}

async function enrollApp(friendlyName: string): Promise<{ enrolledApp: EnrolledApp | null; refusal: AuthRefusal | null }> {
  let enrolledApp: EnrolledApp | null = null
  const refusal = await callAuth(async client => {
    const { error: cleanupError } = await removeUnfinishedFactors(client)
    if (cleanupError) return { error: cleanupError }
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Mailferry' })
    if (data) enrolledApp = { id: data.id, secret: data.totp.secret, uri: data.totp.uri }
    return { error }
  })
  return { enrolledApp, refusal }
}

export function AppStep({ factor }: StepProps) {
  const t = useWords('account')
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = useSendCode(form, async code => {
    setErrorText(null)
    const refusal = await callAuth(client => client.auth.mfa.challengeAndVerify({ factorId: factor.id, code }))
    if (!refusal) return
    setErrorText(t(refusalKey(refusal, 'code')))
    form.setFocus('code', { shouldSelect: true })
  })
  return (
    <AuthForm errorText={errorText} action={t('second.deed')} busy={isSubmitting} onSubmit={send}>
      <Field label={t('code')} error={errors.code?.message}>
        <CodeInput {...form.register('code', { required: t('code.missing'), onChange: sendComplete(send) })} />
      </Field>
    </AuthForm>
  )
}
