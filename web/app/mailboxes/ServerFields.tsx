// Form fields for the server settings of an email account.
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/forms/Field.tsx'
import { SelectInput, TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'

type ServerField = 'host' | 'port' | 'security' | 'username'

interface ServerForm {
  register(field: ServerField): UseFormRegisterReturn
  formState: { errors: { [field in ServerField]?: { message?: string | undefined } | undefined } }
}

export function ServerFields({ form, hostLabel }: { form: ServerForm; hostLabel: string }) {
  const t = useWords('accounts')
  const { errors } = form.formState
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <Field label={hostLabel} error={errors.host?.message}>
        <TextInput autoComplete="off" {...form.register('host')} />
      </Field>
      <Field label={t('form.port')} error={errors.port?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('port')} />
      </Field>
      <Field label={t('form.security')}>
        <SelectInput {...form.register('security')}>
          <option value="tls">{t('form.tls')}</option>
          <option value="starttls">{t('form.starttls')}</option>
          <option value="none">{t('form.none')}</option>
        </SelectInput>
      </Field>
      <Field label={t('form.username')} error={errors.username?.message}>
        <TextInput autoComplete="off" {...form.register('username')} />
      </Field>
    </div>
  )
}
