// The typed view of the one tree: what is typed becomes the tree as soon as it is valid, and the tree is typed out when it changes elsewhere.
import { useRef } from 'react'
import { closeSentence, finished, type Group, openSentence } from '../../../../core/filters/edit.ts'
import type { Problem } from '../../../../core/filters/query/problem.ts'
import type { Read } from '../../../../core/filters/query/read.ts'
import { useExplain } from '../../../ui/failure.ts'
import { toast } from '../../../ui/toast.ts'
import { useLanguage } from '../../../words.tsx'
import { fetchLook, lookAtPattern } from './look.ts'
import { fetchReading, readingNow } from './reading.ts'
import { useReading } from './useReading.ts'

export interface Typing {
  text: string
  /** The tree that it stands beside; another one means that the builder has moved on. */
  root: Group
  problems: Problem[]
  /** Until what reads it is here. */
  unread: { hasFailed: boolean; again(): void } | null
}

export interface Typed {
  text: string
  problems: Problem[]
  /** Some conditions say nothing yet and are not in the text. */
  isPart: boolean
  type(text: string): void
}

export function useTyped(
  root: Group,
  [typing, setTyping]: readonly [Typing | null, (typing: Typing) => void],
  onChange: (root: Group, from: Group) => void,
): Typed & { isWaiting: boolean } {
  const language = useLanguage()
  const explain = useExplain()
  const last = useRef('')
  const type = (text: string) => {
    last.current = text
    const read = readNow(text)
    if (read) return take(text, read)
    // Until it can be read, the text stands there alone.
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
  const told = closeSentence(root)
  const said = finished(told)
  const current = typing?.root === root ? typing : null
  const toPrint = current ? null : said
  const { reading } = useReading(toPrint !== null, root)
  return {
    text: current?.text ?? (toPrint && reading?.printInOrder(toPrint)) ?? '',
    problems: current?.problems ?? [],
    isPart: !current && JSON.stringify(said) !== JSON.stringify(told),
    isWaiting: toPrint !== null && !reading,
    type,
  }
}

/** Null where what reads queries, or a regexp in this one, is not here yet. */
function readNow(text: string): Read | null {
  const reading = readingNow()
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
