// Chooses the range of all plots, the time zone of their days, and whether they show the period before.
import { analyticsRanges } from '../../../core/analytics/period.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { useWords } from '../../words/words.tsx'
import { type AnalyticsRangeState, ownZone } from './useAnalytics.ts'

const rangeOf = { '24h': 'range.24h', '7d': 'range.7d', '30d': 'range.30d', '90d': 'range.90d', '12m': 'range.12m' } as const

export function RangeBar({ view }: { view: AnalyticsRangeState }) {
  const t = useWords('adminanalytics')
  const { range, zone, set } = view
  const own = ownZone()
  const zones = [
    { value: own, label: t('zone.own', { zone: own }) },
    ...(own === 'UTC' ? [] : [{ value: 'UTC', label: t('zone.utc') }]),
    ...(zone === own || zone === 'UTC' ? [] : [{ value: zone, label: zone }]),
  ]
  return (
    <section aria-label={t('range')} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Segmented
          label={t('range')}
          parts={analyticsRanges.map(value => ({ value, label: value === 'custom' ? t('range.custom') : t(rangeOf[value]) }))}
          value={range}
          onChange={value => set({ range: value, ...(value !== 'custom' && { from: '', to: '' }) })}
        />
        {zones.length > 1 && (
          <Segmented label={t('zone')} parts={zones} value={zone} onChange={value => set({ zone: value === own ? '' : value })} />
        )}
        <Checkbox label={t('compare')} checked={view.isCompared} onChange={isOn => set({ compare: isOn ? '' : 'off' })} />
      </div>
      {range === 'custom' && (
        <div className="flex flex-wrap gap-3">
          <Field label={t('from')}>
            <TextInput type="date" value={view.from} max={view.to} onChange={event => set({ from: event.target.value })} />
          </Field>
          <Field label={t('to')}>
            <TextInput type="date" value={view.to} min={view.from} onChange={event => set({ to: event.target.value })} />
          </Field>
        </div>
      )}
      {range !== '24h' && range !== '7d' && zone !== 'UTC' && <p className="text-sm text-ink-3">{t('zone.note')}</p>}
    </section>
  )
}
