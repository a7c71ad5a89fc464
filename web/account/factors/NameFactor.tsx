// The name of a second factor that is being set up; what is done with it tells what was refused.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useWords } from '../../words.tsx'
import { AuthForm } from '../AuthForm.tsx'

interface NameFactorProps {
  proposed: string
  help: string
  deed: string
  /** Answers with the sentence that refuses, or null. */
  onName(name: string): Promise<string | null>
}

export function NameFactor({ proposed, help, deed, onName }: NameFactorProps) {
  const t = useWords('account')
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ defaultValues: { name: proposed } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ name }) => {
    setRefused(null)
    setRefused(await onName(name.trim()))
  })
  return (
    <AuthForm refused={refused} deed={deed} busy={isSubmitting} onSend={send}>
      <Field label={t('factor.name')} help={help} error={errors.name?.message}>
        <TextInput maxLength={60} {...form.register('name', { validate: name => name.trim() !== '' || t('factor.nameMissing') })} />
      </Field>
    </AuthForm>
  )
}
