// Where a mailbox is and who signs in there, for those who know it better.
import { Field } from '../../ui/Field.tsx'
import { SelectInput, TextInput } from '../../ui/TextInput.tsx'
import { useWords } from '../../words.tsx'
import type { MailboxForm } from './useMailboxForm.ts'

export function ServerSettings({ form }: { form: MailboxForm }) {
  const t = useWords('accounts')
  const { errors } = form.formState
  return (
    <div className="grid gap-4 pt-3 sm:grid-cols-2">
      <Field label={t('form.host')} error={errors.host?.message}>
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
