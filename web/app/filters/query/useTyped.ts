// Keeps the typed query and the filter's tree in sync in both directions.
import { useRef } from 'react'
import { type ConditionGroup, closeSentence, finished, openSentence } from '../../../../core/filters/edit.ts'
import type { QueryProblem } from '../../../../core/filters/query/problem.ts'
import type { Read } from '../../../../core/filters/query/read.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useLanguage } from '../../../words/words.tsx'
import { fetchLook, lookAtPattern } from './check-patterns.ts'
import { fetchReading, queryToolsNow } from './query-tools.ts'
import { useQueryTools } from './useQueryTools.ts'

export interface Typing {
  text: string
  /** The tree it was typed against; a different one means that the builder has moved on. */
  root: ConditionGroup
  problems: QueryProblem[]
  /** True until the parser is loaded. */
  unread: { hasFailed: boolean; again(): void } | null
}

export interface Typed {
  text: string
  problems: QueryProblem[]
  /** Some conditions say nothing yet and are not in the text. */
  isPart: boolean
  type(text: string): void
}

export function useTyped(
  root: ConditionGroup,
  [typing, setTyping]: readonly [Typing | null, (typing: Typing) => void],
  onChange: (root: ConditionGroup, from: ConditionGroup) => void,
): Typed & { isWaiting: boolean } {
  const language = useLanguage()
  const explain = useExplain()
  const last = useRef('')
  const type = (text: string) => {
    last.current = text
    const read = readNow(text)
    if (read) return take(text, read)
    // Until it can be parsed, only the text is shown.
    const stand = (hasFailed: boolean) => setTyping({ text, root, problems: [], unread: { hasFailed, again: () => type(text) } })
    stand(false)
    readLater(text, language).then(
      later => last.current === text && take(text, later),
      (error: unknown) => {
        if (last.current === text) stand(true)
        toast.error(explain(error))
      },
    )
  }
  const take = (text: string, { condition, problems }: Read) => {
    const next = condition ? openSentence(condition) : root
    setTyping({ text, root: next, problems, unread: null })
    if (condition) onChange(next, root)
  }
  const whole = closeSentence(root)
  const condition = finished(whole)
  const current = typing?.root === root ? typing : null
  const toPrint = current ? null : condition
  const { reading } = useQueryTools(toPrint !== null, root)
  return {
    text: current?.text ?? (toPrint && reading?.printInOrder(toPrint)) ?? '',
    problems: current?.problems ?? [],
    isPart: !current && JSON.stringify(condition) !== JSON.stringify(whole),
    isWaiting: toPrint !== null && !reading,
    type,
  }
}

/** Null while the query parser, or the one for regular expressions, is still loading. */
function readNow(text: string): Read | null {
  const reading = queryToolsNow()
  const look = lookAtPattern()
  let isLacking = false
  const read = reading?.readQuery(text, pattern => {
    isLacking ||= look === null
    return look?.(pattern) ?? null
  })
  return isLacking || !read ? null : read
}

async function readLater(text: string, language: string): Promise<Read> {
  const { readQuery } = await fetchReading(language)
  return readNow(text) ?? readQuery(text, await fetchLook())
}
