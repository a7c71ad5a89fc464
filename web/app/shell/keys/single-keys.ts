// Whether single-key shortcuts are on, stored per browser, for speech input and tremor (WCAG 2.1.4).
import { useSyncExternalStore } from 'react'

/** ui/layout/RowList.tsx reads the same. */
const name = 'keys'
const waiting = new Set<() => void>()

export const areSingleKeysOn = (): boolean => localStorage.getItem(name) !== 'off'

export function useSingleKeys(): { isOn: boolean; turn(on: boolean): void } {
  const isOn = useSyncExternalStore(
    wake => {
      waiting.add(wake)
      return () => waiting.delete(wake)
    },
    areSingleKeysOn,
    () => true,
  )
  return { isOn, turn }
}

function turn(on: boolean): void {
  if (on) localStorage.removeItem(name)
  else localStorage.setItem(name, 'off')
  for (const wake of waiting) wake()
}
