// Gallery: the command palette in each of its states, and small charts.
import { ListFilter, MailOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PaletteEntry } from '../app/shell/palette/entries.ts'
import { PaletteList, type PaletteSection } from '../app/shell/palette/PaletteList.tsx'
import { Sparkline } from '../ui/charts/Sparkline.tsx'
import { cx } from '../ui/cx.ts'
import { InlineSelect } from '../ui/forms/InlineSelect.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { useWords } from '../words/words.tsx'

const states = ['results', 'recent', 'none', 'busy'] as const
type State = (typeof states)[number]

export function GalleryPalette() {
  const t = useWords('gallery')
  const [state, setState] = useState<State>('results')
  return (
    <div className="grid gap-3">
      <p className="text-lg">
        {t('palette')}{' '}
        <InlineSelect
          label={t('palette.state')}
          value={state}
          options={states.map(value => ({ value, label: t(`palette.${value}`) }))}
          onChange={setState}
        />
      </p>
      <div className="float w-full max-w-[37.5rem] overflow-hidden rounded-hull-xl">
        <PaletteExample key={state} state={state} />
      </div>
    </div>
  )
}

function PaletteExample({ state }: { state: State }) {
  const t = useWords('gallery')
  const initialTexts = { results: t('palette.typed'), recent: '', none: t('palette.unknown'), busy: t('palette.typed') }
  const [typed, setTyped] = useState(initialTexts[state])
  return <PaletteList typed={typed} onType={setTyped} groups={useGroups(state)} isSearching={state === 'busy'} onPick={() => {}} />
}

function useGroups(state: State): PaletteSection[] {
  const t = useWords('gallery')
  const run = () => {}
  const mail: PaletteEntry = { id: 'mail', group: 'email', name: t('trial.mail1'), detail: t('from1'), icon: MailOpen, run }
  const filter: PaletteEntry = { id: 'item', group: 'item', name: t('palette.filter'), detail: t('palette.kind'), icon: ListFilter, run }
  const page: PaletteEntry = { id: 'page', group: 'page', name: t('palette.page'), icon: ListFilter, keys: ['g', 'f'], run }
  const action: PaletteEntry = { id: 'action', group: 'action', name: t('palette.deed'), icon: Plus, keys: ['c'], run }
  const groups: Record<State, PaletteEntry[]> = { results: [mail, filter, action], recent: [mail, page, action], none: [], busy: [] }
  return groups[state].map(entry => ({ value: entry.group, items: [entry] }))
}

const colors = ['bg-plot-1', 'bg-plot-2', 'bg-plot-3', 'bg-plot-4', 'bg-plot-5', 'bg-plot-6']
const days = Array.from({ length: 30 }, (_, index) => (index * 7) % 11)

export function GalleryCharts() {
  const t = useWords('gallery')
  const plots = [
    { label: t('plot.data'), daily: days },
    { label: t('plot.gap'), daily: days.map((n, index) => (index > 8 && index < 21 ? 0 : n)) },
    { label: t('plot.none'), daily: days.map(() => 0) },
  ]
  return (
    <Card>
      <h2>{t('plots')}</h2>
      {plots.map(({ label, daily }) => (
        <div key={label} className="grid gap-1">
          <Sparkline daily={daily} label={label} stepPx={8} />
          <p className="text-sm text-ink-2">{label}</p>
        </div>
      ))}
      <ul className="flex flex-wrap gap-3">
        {colors.map((color, index) => (
          <li key={color} className={cx('size-12 rounded-hull shadow-[inset_0_0_0_1px_var(--line)]', color)}>
            <span className="sr-only">{t('plot.colour', { n: index + 1 })}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">{t('plot.told')}</p>
    </Card>
  )
}
