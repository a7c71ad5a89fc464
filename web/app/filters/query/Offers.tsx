// Completions of a query, listed below the input.
import type { Completion } from '../../../../core/filters/query/complete.ts'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words/words.tsx'

interface OffersProps {
  id: string
  label: string
  items: Completion[]
  chosen: number
  onTake(at: number): void
}

export function Offers({ id, label, items, chosen, onTake }: OffersProps) {
  const t = useWords('query')
  return (
    <div id={id} role="listbox" aria-label={label} className="float absolute inset-x-0 top-full z-20 mt-1 rounded-hull p-1.5">
      {items.map((item, at) => (
        <div
          key={item.text}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className={cx(
            'flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-hull-sm px-3 text-sm hover:bg-accent-soft',
            at === chosen && 'bg-accent-soft',
          )}
          // The input keeps the focus.
          onPointerDown={event => {
            event.preventDefault()
            onTake(at)
          }}
        >
          <code className="font-strong">{item.text.trim()}</code>
          <span className="text-ink-2">{t(item.word)}</span>
        </div>
      ))}
    </div>
  )
}
