// The table of keyboard shortcuts, and how key presses are matched to it.
import type { WordKey } from '../../../../core/words/catalogs.ts'

/** `search`: focuses the box that searches emails. `list`: handled by the list that has the focus (ui/layout/RowList.tsx). */
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

/** The shortcuts that the shell handles itself. */
const shellShortcuts = shortcuts.filter(({ action }) => !('list' in action))

/** How long the first key of a sequence waits for the second. */
export const sequenceMs = 1_500

/** A first key that waits for its second. */
export interface PendingKey {
  key: string
  atMs: number
}

export interface KeyPress {
  key: string
  /** With Ctrl or Command. */
  mod: boolean
  /** A field has the focus, or single keys are switched off: only keys with a modifier count. */
  isIgnored: boolean
}

/** The shortcut that a key press triggers, and the key that now waits for a second one. */
export function matchShortcut(
  { key, mod, isIgnored }: KeyPress,
  pending: PendingKey | null,
  atMs: number,
): { shortcut: Shortcut | null; pending: PendingKey | null } {
  if (mod) return { shortcut: shellShortcuts.find(({ keys: [first] }) => first === `Mod+${key.toUpperCase()}`) ?? null, pending: null }
  if (isIgnored) return { shortcut: null, pending: null }
  const first = pending && atMs - pending.atMs <= sequenceMs ? pending.key : null
  const sequence = first === null ? [key] : [first, key]
  const shortcut =
    shellShortcuts.find(({ keys }) => keys.length === sequence.length && keys.every((part, at) => part === sequence[at])) ?? null
  const startsSequence = !shortcut && shellShortcuts.some(({ keys }) => keys.length === 2 && keys[0] === key)
  return { shortcut, pending: startsSequence ? { key, atMs } : null }
}

/** The keys that open this page, to show them in the palette. */
export const findKeysFor = (path: string): readonly string[] | undefined =>
  shortcuts.find(({ action }) => 'to' in action && action.to === path)?.keys

export const formatKey = (key: string, usesCommand: boolean): string => key.replace('Mod+', usesCommand ? '⌘' : 'Ctrl ')

/** Apple devices use Command instead of Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.platform)
