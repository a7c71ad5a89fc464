// Handles the keyboard shortcuts of the signed-in area.
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isShortcutKey } from '../../../ui/layout/RowList.tsx'
import { matchShortcut, type PendingKey, type ShortcutAction } from './shortcuts.ts'

/** `isBlocked`: a dialog covers the screen or is being loaded, and typing belongs to it. */
export function useShortcuts(open: (dialog: 'palette' | 'sheet') => void, isBlocked: boolean): void {
  const navigate = useNavigate()
  const pending = useRef<PendingKey | null>(null)
  const runAction = useRef<(action: ShortcutAction) => boolean>(() => false)
  const isIgnored = useRef(isBlocked)
  useEffect(() => {
    isIgnored.current = isBlocked
    runAction.current = action => {
      if ('open' in action) {
        isIgnored.current = true
        open(action.open)
      } else if ('to' in action) void navigate(action.to)
      else if ('search' in action) return !hasSearchBox() && (open('palette'), true)
      return true
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const mod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      // Confirmation dialogs keep all typing to themselves.
      if (mod && document.querySelector('[role="alertdialog"]')) return
      const next = matchShortcut(
        { key: event.key, mod, isIgnored: !isShortcutKey(event) || isIgnored.current || hasDialog() },
        pending.current,
        performance.now(),
      )
      pending.current = next.pending
      if (next.shortcut && runAction.current(next.shortcut.action)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** A page with its own search box handles the key itself. */
const hasSearchBox = () => document.querySelector('main [aria-keyshortcuts="/"]') !== null
