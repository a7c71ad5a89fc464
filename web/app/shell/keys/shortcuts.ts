// The keys of the signed-in area: one table for what they do and for the sheet that lists them, and how presses become one of them.
import type { Key } from '../../../../core/words/rooms.ts'

/** `search`: into the box that searches mail. `list`: the list that has the focus does it itself (ui/RowList.tsx). */
export type Deed = { to: string } | { open: 'palette' | 'sheet' } | { search: true } | { list: true }

export interface Shortcut {
  /** Pressed one after the other; `Mod` is Ctrl, and Command on a Mac. */
  keys: readonly string[]
  word: Key<'shortcuts'>
  group: 'go' | 'do' | 'list'
  deed: Deed
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ['g', 'd'], word: 'dashboard', group: 'go', deed: { to: '/dashboard' } },
  { keys: ['g', 'e'], word: 'forwarded', group: 'go', deed: { to: '/forwarded-emails' } },
  { keys: ['g', 'f'], word: 'filters', group: 'go', deed: { to: '/filters' } },
  { keys: ['g', 'm'], word: 'accounts', group: 'go', deed: { to: '/email-accounts' } },
  { keys: ['g', 'w'], word: 'whatsapp', group: 'go', deed: { to: '/whatsapp-connect' } },
  { keys: ['g', 's'], word: 'settings', group: 'go', deed: { to: '/settings' } },
  { keys: ['n'], word: 'newFilter', group: 'do', deed: { to: '/filters/new' } },
  { keys: ['/'], word: 'search', group: 'do', deed: { search: true } },
  { keys: ['Mod+K'], word: 'palette', group: 'do', deed: { open: 'palette' } },
  { keys: ['?'], word: 'sheet', group: 'do', deed: { open: 'sheet' } },
  { keys: ['j'], word: 'down', group: 'list', deed: { list: true } },
  { keys: ['k'], word: 'up', group: 'list', deed: { list: true } },
]

/** Rows of the list, and not the keys of the shell. */
const ours = shortcuts.filter(({ deed }) => !('list' in deed))

/** The first key of a pair holds for so long. */
export const pairMs = 1_500

/** A first key that waits for its second. */
export interface Begun {
  key: string
  atMs: number
}

export interface Stroke {
  key: string
  /** With Ctrl or Command. */
  mod: boolean
  /** A field has it, or single keys are switched off: only what has a modifier counts. */
  isTaken: boolean
}

/** What a press comes to, and what then waits for the next one. */
export function press(
  { key, mod, isTaken }: Stroke,
  begun: Begun | null,
  atMs: number,
): { shortcut: Shortcut | null; begun: Begun | null } {
  if (mod) return { shortcut: ours.find(({ keys: [first] }) => first === `Mod+${key.toUpperCase()}`) ?? null, begun: null }
  if (isTaken) return { shortcut: null, begun: null }
  const first = begun && atMs - begun.atMs <= pairMs ? begun.key : null
  const whole = first === null ? [key] : [first, key]
  const shortcut = ours.find(({ keys }) => keys.length === whole.length && keys.every((one, at) => one === whole[at])) ?? null
  const begins = !shortcut && ours.some(({ keys }) => keys.length === 2 && keys[0] === key)
  return { shortcut, begun: begins ? { key, atMs } : null }
}

/** Where the palette leads is shown with its keys. */
export const keysTo = (path: string): readonly string[] | undefined => shortcuts.find(({ deed }) => 'to' in deed && deed.to === path)?.keys

export const keyText = (key: string, isMac: boolean): string => key.replace('Mod+', isMac ? '⌘' : 'Ctrl ')
