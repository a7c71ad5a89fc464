// Delays an action on the filter until the typed query is parsed.
import { useEffect, useRef, useState } from 'react'
import type { ConditionGroup } from '../../../../core/filters/edit.ts'
import type { Typing } from './useTyped.ts'

/** Where it could not be read, it is read again; if that fails too, nothing is done. */
export function useOnceRead(typing: Typing | null, root: ConditionGroup, action: () => void) {
  const isWaiting = useRef(false)
  const [asked, setAsked] = useState<string | null>(null)
  const unread = typing?.root === root ? typing.unread : null
  const isComing = unread !== null && !unread.hasFailed
  useEffect(() => {
    if (!isWaiting.current || isComing) return
    isWaiting.current = false
    if (!unread) action()
  }, [unread, isComing, action])
  const ask = () => {
    if (!unread) return action()
    isWaiting.current = true
    setAsked(typing?.text ?? null)
    if (unread.hasFailed) unread.again()
  }
  return { ask, isAsked: isComing && typing?.text === asked, isUnread: unread !== null }
}
