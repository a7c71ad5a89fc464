// Chooses a time zone by city, with the current time there.
import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useNow } from '../../now.ts'
import { cx } from '../../ui/cx.ts'
import { Field, useField } from '../../ui/forms/Field.tsx'
import { SearchItem, SearchPopup } from '../../ui/forms/SearchPopup.tsx'
import { inputClass } from '../../ui/forms/TextInput.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

/** There are four hundred: the others are found by their names. */
const mostShown = 60

interface ZoneProps {
  value: string
  onChange(zone: string): void
}

export function TimeZoneField({ value, onChange }: ZoneProps) {
  const t = useWords('settings')
  const language = useLanguage()
  const now = useNow()
  const here = browserZone()
  return (
    <div className="grid justify-items-start gap-2 *:first:w-full">
      <Field label={t('zone')} help={t('zone.help', { time: timeIn(value, language, now) })}>
        <ZonePicker value={value} onChange={onChange} />
      </Field>
      {here && here !== value && (
        <button type="button" className="min-h-6 text-start text-sm text-accent-ink underline" onClick={() => onChange(here)}>
          {t('zone.here', { zone: nameOf(here) })}
        </button>
      )}
    </div>
  )
}

function ZonePicker({ value, onChange }: ZoneProps) {
  const t = useWords('settings')
  return (
    <Combobox.Root
      items={useMemo(() => zonesWith(value), [value])}
      limit={mostShown}
      value={value}
      onValueChange={(zone: string | null) => zone && onChange(zone)}
      filter={fits}
      itemToStringLabel={nameOf}
      autoHighlight
    >
      <Combobox.Trigger
        {...useField()}
        aria-label={t('zone.label', { zone: nameOf(value) })}
        className={cx(inputClass, 'flex items-center justify-between gap-2 text-start')}
      >
        <span className="truncate">{nameOf(value)}</span>
        <ChevronDown size={18} aria-hidden className="flex-none text-ink-2" />
      </Combobox.Trigger>
      <SearchPopup label={t('zone')} search={t('zone.search')} none={t('zone.none')}>
        {(zone: string) => (
          <SearchItem key={zone} value={zone}>
            {nameOf(zone)}
          </SearchItem>
        )}
      </SearchPopup>
    </Combobox.Root>
  )
}

/** Null if the browser does not say. */
const browserZone = (): string | null => new Intl.DateTimeFormat().resolvedOptions().timeZone || null

/** With one that is chosen already, which may be known by another name here. */
const zonesWith = (chosen: string): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort()

/** `America/Argentina/Buenos_Aires`: Buenos Aires, Argentina, America. */
const nameOf = (zone: string): string => zone.replaceAll('_', ' ').split('/').toReversed().join(', ')

/** Every word that was typed is in the name. */
function fits(zone: string, query: string): boolean {
  const name = plain(nameOf(zone))
  return plain(query)
    .split(/[\s/,_]+/)
    .every(word => name.includes(word))
}

const timeIn = (zone: string, language: string, now: Date): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now)

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
