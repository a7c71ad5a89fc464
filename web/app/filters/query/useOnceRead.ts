// A deed on the whole filter waits until what was typed is read.
import { useEffect, useRef, useState } from 'react'
import type { Group } from '../../../../core/filters/edit.ts'
import type { Typing } from './useTyped.ts'

/** Where it could not be read, it is read again; if that fails too, nothing is done. */
export function useOnceRead(typing: Typing | null, root: Group, deed: () => void) {
  const isWaiting = useRef(false)
  const [asked, setAsked] = useState<string | null>(null)
  const unread = typing?.root === root ? typing.unread : null
  const isComing = unread !== null && !unread.hasFailed
  useEffect(() => {
    if (!isWaiting.current || isComing) return
    isWaiting.current = false
    if (!unread) deed()
  }, [unread, isComing, deed])
  const ask = () => {
    if (!unread) return deed()
    isWaiting.current = true
    setAsked(typing?.text ?? null)
    if (unread.hasFailed) unread.again()
  }
  return { ask, isAsked: isComing && typing?.text === asked, isUnread: unread !== null }
}
