// Listens to the keys of the signed-in area.
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isFreeKey } from '../../../ui/RowList.tsx'
import { type Begun, type Deed, press } from './shortcuts.ts'

/** `isOver`: something lies over the screen, or is being fetched to; what is typed is meant for it. */
export function useKeys(open: (what: 'palette' | 'sheet') => void, isOver: boolean): void {
  const navigate = useNavigate()
  const begun = useRef<Begun | null>(null)
  const act = useRef<(deed: Deed) => boolean>(() => false)
  const taken = useRef(isOver)
  useEffect(() => {
    taken.current = isOver
    act.current = deed => {
      if ('open' in deed) {
        taken.current = true
        open(deed.open)
      } else if ('to' in deed) void navigate(deed.to)
      else if ('search' in deed) return !hasSearchBox() && (open('palette'), true)
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
      if (next.shortcut && act.current(next.shortcut.deed)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** A page that has a box of its own leads into it by itself. */
const hasSearchBox = () => document.querySelector('main [aria-keyshortcuts="/"]') !== null
