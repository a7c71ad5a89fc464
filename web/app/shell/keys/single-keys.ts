// Stores per browser whether single-key shortcuts are on; with speech input or a tremor they misfire (WCAG 2.1.4).
import { useSyncExternalStore } from 'react'

/** ui/layout/RowList.tsx reads the same key. */
const storageKey = 'keys'
const listeners = new Set<() => void>()

export const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off'

export function useSingleKeys(): { isOn: boolean; toggle(on: boolean): void } {
  const isOn = useSyncExternalStore(
    notify => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    areSingleKeysOn,
    () => true,
  )
  return { isOn, toggle: setSingleKeys }
}

function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  for (const notify of listeners) notify()
}
