// Where the person's clock hangs: a zone to be searched by its city, with the time that it shows.
import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useNow } from '../../now.ts'
import { cx } from '../../ui/cx.ts'
import { Field, useField } from '../../ui/Field.tsx'
import { inputClass } from '../../ui/TextInput.tsx'
import { useLanguage, useWords } from '../../words.tsx'
import { browserZone, fits, nameOf, timeIn, zonesWith } from './zones.ts'

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
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-40">
          <Combobox.Popup aria-label={t('zone')} className="float w-80 max-w-[calc(100vw-1.5rem)] rounded-hull p-1.5">
            <Combobox.Input
              aria-label={t('zone.search')}
              placeholder={t('zone.search')}
              className="min-h-10 w-full rounded-hull-sm border border-edge bg-surface px-3 text-md focus-visible:outline-offset-0"
            />
            <Combobox.Empty>
              <p className="px-3 py-2 text-sm text-ink-2 empty:hidden">{t('zone.none')}</p>
            </Combobox.Empty>
            <Combobox.List className="mt-1 max-h-[min(20rem,calc(var(--available-height)-4rem))] overflow-y-auto overscroll-contain">
              {(zone: string) => (
                <Combobox.Item
                  key={zone}
                  value={zone}
                  className="grid min-h-9 content-center rounded-hull-sm px-3 py-1 text-sm outline-none select-none data-highlighted:bg-accent-soft data-selected:font-strong"
                >
                  {nameOf(zone)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
