// Who is notified of alerts: staff by email, and linked phones of staff by WhatsApp.
import type { AlertSettings } from '../../../../core/api/admin/alerts.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { useWords } from '../../../words/words.tsx'

interface PeopleFieldsProps {
  settings: AlertSettings
  disabled: boolean
  onChange(settings: AlertSettings): void
}

export function PeopleFields({ settings, disabled, onChange }: PeopleFieldsProps) {
  const t = useWords('adminoverview')
  const { staff, phones, isDefault } = settings
  const isNobody = !isDefault && !staff.some(({ isChosen, isConfirmed }) => isChosen && isConfirmed)
  const labelOf = ({ email, isConfirmed }: AlertSettings['staff'][number]) =>
    email === null ? t('edit.noEmail') : isConfirmed ? email : t('edit.emails.unconfirmed', { email })
  const chooseStaff = (userId: string, isChosen: boolean) =>
    onChange({ ...settings, staff: staff.map(one => (one.userId === userId ? { ...one, isChosen } : one)) })
  const choosePhone = (destinationId: string, isChosen: boolean) =>
    onChange({ ...settings, phones: phones.map(one => (one.destinationId === destinationId ? { ...one, isChosen } : one)) })
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <fieldset disabled={disabled} className="min-w-0">
        <legend className="font-strong">{t('edit.emails')}</legend>
        {staff.length === 0 && <p className="text-sm text-ink-2">{t('edit.emailsNone')}</p>}
        <Checkbox
          label={t('edit.emails.all')}
          checked={isDefault}
          disabled={disabled}
          onChange={isOn => onChange({ ...settings, isDefault: isOn })}
        />
        {!isDefault &&
          staff.map(one => (
            <Checkbox
              key={one.userId}
              label={labelOf(one)}
              checked={one.isChosen}
              disabled={disabled || one.email === null}
              onChange={isChosen => chooseStaff(one.userId, isChosen)}
            />
          ))}
        {isNobody && <Note kind="warn">{t('edit.emails.nobody')}</Note>}
      </fieldset>
      <fieldset disabled={disabled} className="min-w-0">
        <legend className="font-strong">{t('edit.phones')}</legend>
        <p className="text-sm text-ink-2">{phones.length === 0 ? t('edit.phonesNone') : t('edit.phonesText')}</p>
        {phones.map(({ destinationId, name, ending, isChosen }) => (
          <Checkbox
            key={destinationId}
            label={t('edit.phone', { name, ending })}
            checked={isChosen}
            disabled={disabled}
            onChange={isOn => choosePhone(destinationId, isOn)}
          />
        ))}
      </fieldset>
    </div>
  )
}
