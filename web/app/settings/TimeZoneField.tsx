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

/** There are four hundred zones; those not listed are found by typing. */
const maxVisible = 60

interface ZoneProps {
  value: string
  onChange(zone: string): void
}

export function TimeZoneField({ value, onChange }: ZoneProps) {
  const t = useWords('settings')
  const language = useLanguage()
  const now = useNow()
  const browserZoneName = browserZone()
  return (
    <div className="grid justify-items-start gap-2 *:first:w-full">
      <Field label={t('zone')} help={t('zone.help', { time: formatTimeIn(value, language, now) })}>
        <ZonePicker value={value} onChange={onChange} />
      </Field>
      {browserZoneName && browserZoneName !== value && (
        <button type="button" className="min-h-6 text-start text-sm text-accent-ink underline" onClick={() => onChange(browserZoneName)}>
          {t('zone.here', { zone: zoneLabel(browserZoneName) })}
        </button>
      )}
    </div>
  )
}

function ZonePicker({ value, onChange }: ZoneProps) {
  const t = useWords('settings')
  return (
    <Combobox.Root
      items={useMemo(() => listZones(value), [value])}
      limit={maxVisible}
      value={value}
      onValueChange={(zone: string | null) => zone && onChange(zone)}
      filter={matchesQuery}
      itemToStringLabel={zoneLabel}
      autoHighlight
    >
      <Combobox.Trigger
        {...useField()}
        aria-label={t('zone.label', { zone: zoneLabel(value) })}
        className={cx(inputClass, 'flex items-center justify-between gap-2 text-start')}
      >
        <span className="truncate">{zoneLabel(value)}</span>
        <ChevronDown size={18} aria-hidden className="flex-none text-ink-2" />
      </Combobox.Trigger>
      <SearchPopup label={t('zone')} placeholder={t('zone.search')} emptyText={t('zone.none')}>
        {(zone: string) => (
          <SearchItem key={zone} value={zone}>
            {zoneLabel(zone)}
          </SearchItem>
        )}
      </SearchPopup>
    </Combobox.Root>
  )
}

/** Null if the browser does not report one. */
const browserZone = (): string | null => new Intl.DateTimeFormat().resolvedOptions().timeZone || null

/** All zones plus the chosen one, which this browser may know under another name. */
const listZones = (chosen: string): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort()

/** `America/Argentina/Buenos_Aires`: Buenos Aires, Argentina, America. */
const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ').split('/').toReversed().join(', ')

/** Matches if the name contains every typed word. */
function matchesQuery(zone: string, query: string): boolean {
  const name = normalize(zoneLabel(zone))
  return normalize(query)
    .split(/[\s/,_]+/)
    .every(word => name.includes(word))
}

const formatTimeIn = (zone: string, language: string, now: Date): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now)

const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
