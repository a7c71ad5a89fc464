// The rules of alerts as fields: on or off, the threshold with its unit, and for how many minutes it must hold.
import type { AlertRule } from '../../../../core/api/admin/alerts.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { NumberInput } from '../../../ui/forms/NumberInput.tsx'
import { useWords } from '../../../words/words.tsx'

interface RuleFieldsProps {
  rules: AlertRule[]
  disabled: boolean
  onChange(rules: AlertRule[]): void
}

export function RuleFields({ rules, disabled, onChange }: RuleFieldsProps) {
  const t = useWords('adminoverview')
  const change = (changed: AlertRule) => onChange(rules.map(rule => (rule.rule === changed.rule ? changed : rule)))
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-strong">{t('edit.rules')}</legend>
      {rules.map(rule => (
        <RuleField key={rule.rule} rule={rule} disabled={disabled} onChange={change} />
      ))}
    </fieldset>
  )
}

function RuleField({ rule, disabled, onChange }: { rule: AlertRule; disabled: boolean; onChange(rule: AlertRule): void }) {
  const t = useWords('adminoverview')
  const name = t(`rule.${rule.rule}`)
  return (
    <div className="grid gap-2 border-t border-line pt-2">
      <Checkbox
        label={name}
        name={t('edit.on', { rule: name })}
        checked={rule.isOn}
        disabled={disabled}
        onChange={isOn => onChange({ ...rule, isOn })}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-2 ps-8 text-sm text-ink-2">
        {rule.rule !== 'part_failing' && rule.rule !== 'template_refused' && (
          <span className="flex items-center gap-2">
            <NumberInput
              label={t('edit.thresholdOf', { rule: name })}
              value={rule.threshold}
              min={0}
              onChange={threshold => onChange({ ...rule, threshold })}
            />
            {t(`rule.${rule.rule}.unit`)}
          </span>
        )}
        <span className="flex items-center gap-2">
          <NumberInput
            label={t('edit.minutesOf', { rule: name })}
            value={rule.minutes}
            min={1}
            max={1440}
            onChange={minutes => onChange({ ...rule, minutes })}
          />
          {t('edit.minutes')}
        </span>
      </div>
    </div>
  )
}
