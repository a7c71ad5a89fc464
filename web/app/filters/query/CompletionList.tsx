// The completions for a query, listed below the input.
import type { Completion } from '../../../../core/filters/query/complete.ts'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words/words.tsx'

interface CompletionListProps {
  id: string
  label: string
  items: Completion[]
  chosen: number
  onChoose(index: number): void
}

export function CompletionList({ id, label, items, chosen, onChoose }: CompletionListProps) {
  const t = useWords('query')
  return (
    <div id={id} role="listbox" aria-label={label} className="float absolute inset-x-0 top-full z-20 mt-1 rounded-hull p-1.5">
      {items.map((item, index) => (
        <div
          key={item.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={cx(
            'flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-hull-sm px-3 text-sm hover:bg-accent-soft',
            index === chosen && 'bg-accent-soft',
          )}
          // The input keeps the focus.
          onPointerDown={event => {
            event.preventDefault()
            onChoose(index)
          }}
        >
          <code className="font-strong">{item.text.trim()}</code>
          <span className="text-ink-2">{t(item.word)}</span>
        </div>
      ))}
    </div>
  )
}
