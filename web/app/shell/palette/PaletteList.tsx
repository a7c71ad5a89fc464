// The list of the command palette: an input and grouped results, with keyboard navigation.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../../words/words.tsx'
import { KeyCaps } from '../keys/KeyCaps.tsx'
import type { PaletteEntry, PaletteGroup } from './entries.ts'

export interface PaletteSection {
  value: PaletteGroup
  items: PaletteEntry[]
}

interface PaletteListProps {
  typed: string
  onType(typed: string): void
  groups: readonly PaletteSection[]
  isSearching: boolean
  onPick(entry: PaletteEntry): void
  /** Shown at the end of the input. */
  end?: ReactNode
}

export function PaletteList({ typed, onType, groups, isSearching, onPick, end }: PaletteListProps) {
  const t = useWords('palette')
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(value, { reason }) => reason === 'input-change' && onType(value)}
      itemToStringValue={(entry: PaletteEntry) => entry.name}
    >
      <div className="flex items-center gap-3 border-b border-line ps-4 pe-1.5">
        <Search size={20} aria-hidden className="flex-none text-ink-2" />
        <Autocomplete.Input
          aria-label={t('title')}
          placeholder={t('hint')}
          enterKeyHint="go"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-lg text-ellipsis outline-none"
        />
        {end}
      </div>
      <div className="overflow-y-auto overscroll-contain p-2">
        <Autocomplete.List aria-label={t('title')}>
          {(group: PaletteSection) => (
            <Autocomplete.Group key={group.value} items={group.items} className="mb-2">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-strong text-ink-2">
                {t(`group.${group.value}`)}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: PaletteEntry) => <EntryRow key={entry.id} entry={entry} onPick={onPick} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {count === 0 && <p className="px-3 py-4 text-ink-2">{isSearching ? t('searching') : t('none')}</p>}
        <Autocomplete.Status className="sr-only">{isSearching ? t('searching') : t('count', { n: count })}</Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  )
}

function EntryRow({ entry, onPick }: { entry: PaletteEntry; onPick(entry: PaletteEntry): void }) {
  const { name, detail, icon: Icon, keys } = entry
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onPick(entry)}
      className="flex min-h-11 items-center gap-3 rounded-hull-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-accent-soft"
    >
      <Icon size={18} aria-hidden className="flex-none text-ink-2" />
      <span className="min-w-0 flex-1 truncate rtl:text-right" dir="auto">
        {name}
      </span>
      {detail && <span className="max-w-[40%] truncate text-sm text-ink-2">{detail}</span>}
      {keys && (
        <span aria-hidden className="max-sm:hidden">
          <KeyCaps keys={keys} then="" />
        </span>
      )}
    </Autocomplete.Item>
  )
}
