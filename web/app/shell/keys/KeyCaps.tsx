// Keyboard keys drawn as key caps, readable by screen readers.
import { Fragment } from 'react'
import { isMac } from './mac.ts'
import { keyText } from './shortcuts.ts'

export function KeyCaps({ keys, then }: { keys: readonly string[]; then: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="sr-only">{then}</span>}
          <kbd className="min-w-6 rounded-[3px] border border-line bg-sunk px-1.5 text-center font-mono text-xs/5 text-ink-2">
            {keyText(key, isMac)}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
