// Chooses what is redacted before an email reaches the phone.
import { type Action, Redaction } from '../../../../core/filters/action.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TokenInput } from '../../../ui/forms/TokenInput.tsx'
import { useWords } from '../../../words/words.tsx'
import { useInvalidPatterns } from '../builder/patterns.ts'
import { ActionBox } from './ActionBox.tsx'

type RedactAction = Extract<Action, { kind: 'redact' }>

interface RedactProps {
  action: RedactAction
  hasTried: boolean
  onChange(action: RedactAction): void
  onRemove(): void
}

export function RedactFields({ action, hasTried, onChange, onRemove }: RedactProps) {
  const t = useWords('editor')
  const invalid = useInvalidPatterns(action.patterns)
  const isMissing = hasTried && action.what.length === 0 && action.patterns.length === 0
  const toggle = (what: Redaction, on: boolean) =>
    onChange({ ...action, what: Redaction.options.filter(other => (other === what ? on : action.what.includes(other))) })
  return (
    <ActionBox kind="redact" onRemove={onRemove}>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 text-sm font-strong">{t('redact.what')}</legend>
        {Redaction.options.map(what => (
          <Checkbox
            key={what}
            label={t(`redact.${what}`)}
            checked={action.what.includes(what)}
            invalid={isMissing}
            onChange={on => toggle(what, on)}
          />
        ))}
      </fieldset>
      {action.what.includes('codes') && <p className="text-sm text-ink-2">{t('redact.codesNote')}</p>}
      <Field label={t('redact.patterns')} error={isMissing ? t('redact.missing') : invalid.length > 0 ? t('redact.wrong') : undefined}>
        <TokenInput
          label={t('redact.patterns')}
          placeholder={t('redact.patterns.placeholder')}
          values={action.patterns}
          check={pattern => (invalid.includes(pattern) ? t('redact.wrong') : null)}
          onChange={patterns => onChange({ ...action, patterns })}
        />
      </Field>
    </ActionBox>
  )
}
