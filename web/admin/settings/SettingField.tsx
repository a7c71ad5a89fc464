// One setting: its value in an input of its type, where the value comes from, and its default. A secret can be replaced, never read.
import type { SettingView } from '../../../core/api/admin/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { PasswordInput, SelectInput, TextInput } from '../../ui/forms/TextInput.tsx'
import { formatDateTime } from '../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

/** Typed but unsaved values; null removes a stored value. */
export type Draft = Partial<Record<SettingView['key'], string | null>>

interface SettingFieldProps {
  setting: SettingView
  draft: string | null | undefined
  /** Undefined undoes the change. */
  onChange(value: string | null | undefined): void
}

export function SettingField({ setting, draft, onChange }: SettingFieldProps) {
  const t = useWords('adminsettings')
  const { key, kind } = setting
  const label = t(`key.${key}`)
  const isFixed = setting.source === 'environment'
  const help = <Source setting={setting} />
  const canReset = setting.source === 'stored' && draft === undefined
  const aside = canReset && (
    <Button look="bare" small onClick={() => onChange(null)}>
      {kind === 'secret' ? t('secret.remove') : t('reset')}
    </Button>
  )
  if (kind === 'switch')
    return (
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Checkbox
            label={label}
            disabled={isFixed}
            checked={(draft === null ? setting.default : (draft ?? setting.value)) === 'true'}
            onChange={checked => onChange(`${checked}` === setting.value ? undefined : `${checked}`)}
          />
          {aside}
        </div>
        <p className="text-sm text-ink-2">{help}</p>
      </div>
    )
  return (
    <Field label={label} help={help} aside={aside || undefined}>
      <Control {...{ setting, draft, onChange, isFixed }} />
    </Field>
  )
}

function Control({ setting, draft, onChange, isFixed }: SettingFieldProps & { isFixed: boolean }) {
  const t = useWords('adminsettings')
  const { kind, value, choices, isSet } = setting
  const change = (text: string) => onChange(text === value ? undefined : text)
  if (kind === 'secret')
    return (
      <PasswordInput
        autoComplete="new-password"
        disabled={isFixed}
        value={draft ?? ''}
        placeholder={draft === null ? t('secret.removed') : isSet ? t('secret.set') : t('secret.unset')}
        onChange={event => onChange(event.target.value || undefined)}
      />
    )
  const shown = draft === null ? setting.default : (draft ?? value ?? '')
  if (kind === 'choice')
    return (
      <SelectInput disabled={isFixed} value={shown} onChange={event => change(event.target.value)}>
        <option value="">{t('none')}</option>
        {choices.map(choice => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectInput>
    )
  return (
    <TextInput
      inputMode={kind === 'number' ? 'numeric' : undefined}
      spellCheck={false}
      readOnly={isFixed}
      value={shown}
      onChange={event => change(event.target.value)}
    />
  )
}

function Source({ setting }: { setting: SettingView }) {
  const t = useWords('adminsettings')
  const language = useLanguage()
  const { key, kind, source, isStored, changed } = setting
  if (source === 'environment') return t(isStored ? 'from.environment.stored' : 'from.environment', { key })
  if (source === 'default' || !changed) return t('from.default')
  const on = formatDateTime(changed.at, language)
  const by = changed.by ?? t('by.gone')
  return kind === 'secret' ? t('from.stored.secret', { on, by }) : t('from.stored', { on, by, text: defaultText(setting) })

  function defaultText({ default: text }: SettingView): string {
    if (kind === 'switch') return text === '' ? t('byMode') : t(text === 'true' ? 'on' : 'off')
    return text || t('nothing')
  }
}
