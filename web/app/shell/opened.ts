// Which part over the signed-in area is open, as all of them may ask and tell it.
import { createContext, useContext } from 'react'

export type Part = 'palette' | 'sheet' | 'notifications' | 'pause'

export interface Over {
  /** The one that is open now. */
  part: Part | null
  open(part: Part | null): void
  /** A part that is pointed at is fetched before it is opened. */
  fetchAhead(part: Part): void
}

export const OverContext = createContext<Over>({ part: null, open: () => {}, fetchAhead: () => {} })

/** `const { open } = useOver()`, then `open('pause')`, and `open(null)` to close. */
export const useOver = (): Over => useContext(OverContext)
