// Above a long list of filters: search, short rows, and what to do with several at once.
import { Rows2, Rows3, Search } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { inputClass } from '../../../ui/forms/TextInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useWords } from '../../../words/words.tsx'

interface BarProps {
  searchText: string
  onSearch(text: string): void
  isCompact: boolean
  onCompact(isCompact: boolean): void
  /** How many of those on screen are selected; null while none are being selected. */
  selected: number | null
  visible: number
  onSelect(all: boolean | null): void
  isBusy: boolean
  onPause(paused: boolean): void
  onRemove(): void
}

export function FilterBar(props: BarProps) {
  const { searchText, onSearch, isCompact, onCompact, selected, visible, onSelect, isBusy, onPause, onRemove } = props
  const t = useWords('filterlist')
  const isNone = selected === 0
  return (
    <div className="grid gap-3 border-b border-line px-(--pad) py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div role="search" className="relative min-w-0 flex-1 basis-50">
          <Search size={18} aria-hidden className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-2" />
          <input
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            maxLength={200}
            value={searchText}
            onChange={event => onSearch(event.target.value)}
            className={`${inputClass} ps-10!`}
          />
        </div>
        <IconButton
          icon={isCompact ? Rows2 : Rows3}
          label={t('compact')}
          aria-pressed={isCompact}
          onClick={() => onCompact(!isCompact)}
        />
        <Button look="quiet" small aria-pressed={selected !== null} onClick={() => onSelect(selected === null ? false : null)}>
          {t(selected === null ? 'select' : 'select.end')}
        </Button>
      </div>
      {selected !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Checkbox label={t('select.all')} checked={visible > 0 && selected === visible} onChange={onSelect} />
          <span className="text-sm text-ink-2" role="status">
            {t('select.count', { n: selected })}
          </span>
          <span className="ms-auto flex flex-wrap gap-2">
            <Button look="quiet" small disabled={isNone || isBusy} onClick={() => onPause(false)}>
              {t('select.on')}
            </Button>
            <Button look="quiet" small disabled={isNone || isBusy} onClick={() => onPause(true)}>
              {t('select.off')}
            </Button>
            <Button look="danger" small disabled={isNone || isBusy} onClick={onRemove}>
              {t('select.delete')}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}
