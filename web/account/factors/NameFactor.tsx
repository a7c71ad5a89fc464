// Names a second factor during setup, and shows why setup was refused.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { AuthForm } from '../AuthForm.tsx'

interface NameFactorProps {
  suggestedName: string
  help: string
  action: string
  /** Returns an error message, or null. */
  onName(name: string): Promise<string | null>
}

export function NameFactor({ suggestedName, help, action, onName }: NameFactorProps) {
  const t = useWords('account')
  const [errorText, setErrorText] = useState<string | null>(null)
  const form = useForm({ defaultValues: { name: suggestedName } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ name }) => {
    setErrorText(null)
    setErrorText(await onName(name.trim()))
  })
  return (
    <AuthForm errorText={errorText} action={action} busy={isSubmitting} onSubmit={send}>
      <Field label={t('factor.name')} help={help} error={errors.name?.message}>
        <TextInput maxLength={60} {...form.register('name', { validate: name => name.trim() !== '' || t('factor.nameMissing') })} />
      </Field>
    </AuthForm>
  )
}
