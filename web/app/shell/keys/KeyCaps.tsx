// Keyboard keys shown as key caps, readable by screen readers.
import { Fragment } from 'react'
import { formatKey, isMac } from './shortcuts.ts'

export function KeyCaps({ keys, then }: { keys: readonly string[]; then: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && <span className="sr-only">{then}</span>}
          <kbd className="min-w-6 rounded-[3px] border border-line bg-sunk px-1.5 text-center font-mono text-xs/5 text-ink-2">
            {formatKey(key, isMac)}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
