// Delays an action on the filter until the typed query is parsed.
import { useEffect, useRef, useState } from 'react'
import type { ConditionGroup } from '../../../../core/filters/edit.ts'
import type { QueryTyping } from './useTypedQuery.ts'

/** If parsing failed, it is tried again; if that fails too, the action is not run. */
export function useOnceParsed(typing: QueryTyping | null, root: ConditionGroup, action: () => void) {
  const isPending = useRef(false)
  const [awaitedText, setAwaitedText] = useState<string | null>(null)
  const unparsed = typing?.root === root ? typing.unparsed : null
  const isParsing = unparsed !== null && !unparsed.hasFailed
  useEffect(() => {
    if (!isPending.current || isParsing) return
    isPending.current = false
    if (!unparsed) action()
  }, [unparsed, isParsing, action])
  const run = () => {
    if (!unparsed) return action()
    isPending.current = true
    setAwaitedText(typing?.text ?? null)
    if (unparsed.hasFailed) unparsed.retry()
  }
  return { run, isWaiting: isParsing && typing?.text === awaitedText, isUnparsed: unparsed !== null }
}
