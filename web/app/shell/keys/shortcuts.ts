// The table of keyboard shortcuts, and how key presses are matched to it.
import type { WordKey } from '../../../../core/words/catalogs.ts'

/** `search`: into the box that searches mail. `list`: the list that has the focus does it itself (ui/layout/RowList.tsx). */
export type ShortcutAction = { to: string } | { open: 'palette' | 'sheet' } | { search: true } | { list: true }

export interface Shortcut {
  /** Pressed one after the other; `Mod` is Ctrl, and Command on a Mac. */
  keys: readonly string[]
  word: WordKey<'shortcuts'>
  group: 'go' | 'do' | 'list'
  action: ShortcutAction
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ['g', 'd'], word: 'dashboard', group: 'go', action: { to: '/dashboard' } },
  { keys: ['g', 'e'], word: 'forwarded', group: 'go', action: { to: '/forwarded-emails' } },
  { keys: ['g', 'f'], word: 'filters', group: 'go', action: { to: '/filters' } },
  { keys: ['g', 'm'], word: 'accounts', group: 'go', action: { to: '/email-accounts' } },
  { keys: ['g', 'w'], word: 'whatsapp', group: 'go', action: { to: '/whatsapp-connect' } },
  { keys: ['g', 's'], word: 'settings', group: 'go', action: { to: '/settings' } },
  { keys: ['n'], word: 'newFilter', group: 'do', action: { to: '/filters/new' } },
  { keys: ['/'], word: 'search', group: 'do', action: { search: true } },
  { keys: ['Mod+K'], word: 'palette', group: 'do', action: { open: 'palette' } },
  { keys: ['?'], word: 'sheet', group: 'do', action: { open: 'sheet' } },
  { keys: ['j'], word: 'down', group: 'list', action: { list: true } },
  { keys: ['k'], word: 'up', group: 'list', action: { list: true } },
]

/** Rows of the list, and not the keys of the shell. */
const ours = shortcuts.filter(({ action }) => !('list' in action))

/** The first key of a pair holds for so long. */
export const pairMs = 1_500

/** A first key that waits for its second. */
export interface PendingKey {
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

/** The shortcut that a key press triggers, and the key that now waits for a second one. */
export function press(
  { key, mod, isTaken }: Stroke,
  begun: PendingKey | null,
  atMs: number,
): { shortcut: Shortcut | null; begun: PendingKey | null } {
  if (mod) return { shortcut: ours.find(({ keys: [first] }) => first === `Mod+${key.toUpperCase()}`) ?? null, begun: null }
  if (isTaken) return { shortcut: null, begun: null }
  const first = begun && atMs - begun.atMs <= pairMs ? begun.key : null
  const whole = first === null ? [key] : [first, key]
  const shortcut = ours.find(({ keys }) => keys.length === whole.length && keys.every((one, at) => one === whole[at])) ?? null
  const begins = !shortcut && ours.some(({ keys }) => keys.length === 2 && keys[0] === key)
  return { shortcut, begun: begins ? { key, atMs } : null }
}

/** Where the palette leads is shown with its keys. */
export const keysTo = (path: string): readonly string[] | undefined =>
  shortcuts.find(({ action }) => 'to' in action && action.to === path)?.keys

export const keyText = (key: string, isMac: boolean): string => key.replace('Mod+', isMac ? '⌘' : 'Ctrl ')
