// Handles the keyboard shortcuts of the signed-in area.
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isFreeKey } from '../../../ui/layout/RowList.tsx'
import { type PendingKey, press, type ShortcutAction } from './shortcuts.ts'

/** `isOver`: something lies over the screen, or is being fetched to; what is typed is meant for it. */
export function useKeys(open: (what: 'palette' | 'sheet') => void, isOver: boolean): void {
  const navigate = useNavigate()
  const begun = useRef<PendingKey | null>(null)
  const act = useRef<(action: ShortcutAction) => boolean>(() => false)
  const taken = useRef(isOver)
  useEffect(() => {
    taken.current = isOver
    act.current = action => {
      if ('open' in action) {
        taken.current = true
        open(action.open)
      } else if ('to' in action) void navigate(action.to)
      else if ('search' in action) return !hasSearchBox() && (open('palette'), true)
      return true
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const mod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      // Dialogs that ask keep what is typed to themselves.
      if (mod && document.querySelector('[role="alertdialog"]')) return
      const next = press(
        { key: event.key, mod, isTaken: !isFreeKey(event) || taken.current || hasDialog() },
        begun.current,
        performance.now(),
      )
      begun.current = next.begun
      if (next.shortcut && act.current(next.shortcut.action)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** A page with a search box of its own handles the key itself. */
const hasSearchBox = () => document.querySelector('main [aria-keyshortcuts="/"]') !== null
