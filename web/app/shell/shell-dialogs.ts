// Which dialog of the signed-in area is open, and how to open one.
import { createContext, useContext } from 'react'

export type ShellDialog = 'palette' | 'sheet' | 'notifications' | 'pause'

export interface ShellDialogs {
  /** The one that is open now. */
  part: ShellDialog | null
  open(part: ShellDialog | null): void
  /** Preloads a dialog when its button is hovered or focused. */
  fetchAhead(part: ShellDialog): void
}

export const ShellDialogsContext = createContext<ShellDialogs>({ part: null, open: () => {}, fetchAhead: () => {} })

/** `const { open } = useShellDialogs()`, then `open('pause')`, and `open(null)` to close. */
export const useShellDialogs = (): ShellDialogs => useContext(ShellDialogsContext)
