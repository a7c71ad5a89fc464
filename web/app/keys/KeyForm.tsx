// The form for a new API key: name, permission, expiry.
import { useId } from 'react'
import { keyEnd } from '../../../core/api/key-expiry.ts'
import type { KeyScope, NewKey } from '../../../core/api/keys.ts'
import { hasHiddenCharacters } from '../../../core/text/hidden-characters.ts'
import { useNow } from '../../now.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { SelectInput, TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'

type Lifetime = '30' | '90' | '365' | 'until'
const lifetimes: readonly Lifetime[] = ['30', '90', '365', 'until']
const scopes: readonly KeyScope[] = ['read', 'write']

export interface KeyFormValues {
  name: string
  scope: KeyScope
  lifetime: Lifetime
  until: string
}

export const blankKey: KeyFormValues = { name: '', scope: 'read', lifetime: '90', until: '' }

function findNameError({ name }: KeyFormValues): 'name.missing' | 'name.hidden' | null {
  if (hasHiddenCharacters(name.trim())) return 'name.hidden'
  return name.trim().length >= 1 && name.trim().length <= 60 ? null : 'name.missing'
}
const hasValidEnd = (values: KeyFormValues, now: Date): boolean =>
  values.lifetime !== 'until' || (/^\d{4}-\d\d-\d\d$/.test(values.until) && keyEnd({ until: values.until }, now) !== null)
export const isComplete = (values: KeyFormValues, now: Date): boolean => findNameError(values) === null && hasValidEnd(values, now)

const days = { '30': 30, '90': 90, '365': 365 } as const

export const toNewKey = ({ name, scope, lifetime, until }: KeyFormValues): Omit<NewKey, 'code'> => ({
  name: name.trim(),
  scope,
  expiry: lifetime === 'until' ? { until } : { days: days[lifetime] },
})

export function KeyForm({
  values,
  hasTried,
  onChange,
}: {
  values: KeyFormValues
  hasTried: boolean
  onChange(values: KeyFormValues): void
}) {
  const t = useWords('keys')
  const now = useNow()
  const id = useId()
  const nameError = hasTried ? findNameError(values) : null
  const dayIn = (inDays: number) => new Date(now.getTime() + inDays * 86_400_000).toISOString().slice(0, 10)
  return (
    <>
      <Field label={t('name')} help={t('name.help')} error={nameError ? t(nameError) : undefined}>
        <TextInput
          maxLength={60}
          autoComplete="off"
          placeholder={t('name.example')}
          value={values.name}
          onChange={event => onChange({ ...values, name: event.target.value })}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-strong">{t('scope')}</legend>
        {scopes.map(scope => (
          <div key={scope} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
            <input
              type="radio"
              name="scope"
              id={`${id}-${scope}`}
              aria-describedby={`${id}-${scope}-help`}
              className="mt-0.5 size-5 flex-none"
              checked={values.scope === scope}
              onChange={() => onChange({ ...values, scope })}
            />
            <label htmlFor={`${id}-${scope}`} className="font-strong">
              {t(`scope.${scope}`)}
            </label>
            <p id={`${id}-${scope}-help`} className="col-start-2 text-sm text-ink-2">
              {t(`scope.${scope}.help`)}
            </p>
          </div>
        ))}
      </fieldset>
      <Field label={t('expiry')}>
        <SelectInput
          value={values.lifetime}
          onChange={event => onChange({ ...values, lifetime: lifetimes.find(option => option === event.target.value) ?? values.lifetime })}
        >
          {lifetimes.map(option => (
            <option key={option} value={option}>
              {t(`expiry.${option}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
      {values.lifetime === 'until' && (
        <Field label={t('day')} help={t('day.help')} error={hasTried && !hasValidEnd(values, now) ? t('day.missing') : undefined}>
          <TextInput
            type="date"
            min={dayIn(0)}
            max={dayIn(365)}
            value={values.until}
            onChange={event => onChange({ ...values, until: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}
