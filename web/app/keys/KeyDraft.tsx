// The form of a new API key: name, permission, expiry.
import { useId } from 'react'
import { keyEnd } from '../../../core/api/key-expiry.ts'
import type { KeyScope, NewKey } from '../../../core/api/keys.ts'
import { hidesCharacters } from '../../../core/text/hidden-characters.ts'
import { useNow } from '../../now.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { SelectInput, TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'

type Lasting = '30' | '90' | '365' | 'until'
const lastings: readonly Lasting[] = ['30', '90', '365', 'until']
const scopes: readonly KeyScope[] = ['read', 'write']

export interface KeyFields {
  name: string
  scope: KeyScope
  lasts: Lasting
  until: string
}

export const blankKey: KeyFields = { name: '', scope: 'read', lasts: '90', until: '' }

function nameWrong({ name }: KeyFields): 'name.missing' | 'name.hidden' | null {
  if (hidesCharacters(name.trim())) return 'name.hidden'
  return name.trim().length >= 1 && name.trim().length <= 60 ? null : 'name.missing'
}
const hasEnd = (draft: KeyFields, now: Date): boolean =>
  draft.lasts !== 'until' || (/^\d{4}-\d\d-\d\d$/.test(draft.until) && keyEnd({ until: draft.until }, now) !== null)
export const isComplete = (draft: KeyFields, now: Date): boolean => nameWrong(draft) === null && hasEnd(draft, now)

const days = { '30': 30, '90': 90, '365': 365 } as const

export const newKeyOf = ({ name, scope, lasts, until }: KeyFields): Omit<NewKey, 'code'> => ({
  name: name.trim(),
  scope,
  expiry: lasts === 'until' ? { until } : { days: days[lasts] },
})

export function KeyDraft({ draft, hasTried, onChange }: { draft: KeyFields; hasTried: boolean; onChange(draft: KeyFields): void }) {
  const t = useWords('keys')
  const now = useNow()
  const id = useId()
  const wrong = hasTried ? nameWrong(draft) : null
  const day = (inDays: number) => new Date(now.getTime() + inDays * 86_400_000).toISOString().slice(0, 10)
  return (
    <>
      <Field label={t('name')} help={t('name.help')} error={wrong ? t(wrong) : undefined}>
        <TextInput
          maxLength={60}
          autoComplete="off"
          placeholder={t('name.example')}
          value={draft.name}
          onChange={event => onChange({ ...draft, name: event.target.value })}
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
              checked={draft.scope === scope}
              onChange={() => onChange({ ...draft, scope })}
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
          value={draft.lasts}
          onChange={event => onChange({ ...draft, lasts: lastings.find(one => one === event.target.value) ?? draft.lasts })}
        >
          {lastings.map(one => (
            <option key={one} value={one}>
              {t(`expiry.${one}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
      {draft.lasts === 'until' && (
        <Field label={t('day')} help={t('day.help')} error={hasTried && !hasEnd(draft, now) ? t('day.missing') : undefined}>
          <TextInput
            type="date"
            min={day(0)}
            max={day(365)}
            value={draft.until}
            onChange={event => onChange({ ...draft, until: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}
