// Tabs with counts, navigated with the arrow keys.
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Tab {
  value: string
  label: string
  count?: number
  panel: ReactNode
}

export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value?: string
  onChange?: (value: string) => void
}) {
  const selection = value === undefined ? { defaultValue: tabs[0]?.value } : { value }
  return (
    <Base.Root {...selection} onValueChange={(next: string) => onChange?.(next)}>
      <Base.List aria-label={label} className="flex gap-5 overflow-x-auto overflow-y-hidden px-(--pad) shadow-[inset_0_-1px_0_var(--line)]">
        {tabs.map(tab => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="border-b-3 border-transparent py-3 text-sm whitespace-nowrap text-ink-2 hover:text-ink data-active:border-accent data-active:font-strong data-active:text-ink"
          >
            {tab.label} {tab.count !== undefined && <span className="tabular-nums">{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
