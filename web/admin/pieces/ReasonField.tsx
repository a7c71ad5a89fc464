// The field for the reason of an action; it says beforehand how long a reason must be.
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'

// As the texts say, and as the server wants it.
const minReason = 5
const maxReason = 500

export const isLongEnough = (reason: string): boolean => reason.trim().length >= minReason

interface ReasonFieldProps {
  reason: string
  /** Somebody tried to go on without one. */
  isMissing: boolean
  onChange(reason: string): void
}

export function ReasonField({ reason, isMissing, onChange }: ReasonFieldProps) {
  const t = useWords('adminui')
  return (
    <Field label={t('confirm.reason')} help={t('confirm.reasonHelp')} error={isMissing ? t('confirm.reasonMissing') : undefined}>
      <TextInput value={reason} maxLength={maxReason} onChange={event => onChange(event.target.value)} />
    </Field>
  )
}
