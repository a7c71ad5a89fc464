// Tracks which dialog of the signed-in area is open, and opens dialogs.
import { createContext, useContext } from 'react'

export type ShellDialog = 'palette' | 'sheet' | 'notifications' | 'pause'

export interface ShellDialogs {
  /** The dialog that is open now. */
  current: ShellDialog | null
  open(dialog: ShellDialog | null): void
  /** Preloads a dialog when its button is hovered or focused. */
  preload(dialog: ShellDialog): void
}

export const ShellDialogsContext = createContext<ShellDialogs>({ current: null, open: () => {}, preload: () => {} })

/** `const { open } = useShellDialogs()`, then `open('pause')`, and `open(null)` to close. */
export const useShellDialogs = (): ShellDialogs => useContext(ShellDialogsContext)
