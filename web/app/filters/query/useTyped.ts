// The typed view of the one tree: what is typed becomes the tree as soon as it is valid, and the tree is typed out when it changes elsewhere.
import { useRef, useState } from 'react'
import { closeSentence, finished, type Group, openSentence } from '../../../../core/filters/edit.ts'
import { printInOrder } from '../../../../core/filters/query/print.ts'
import type { Problem } from '../../../../core/filters/query/problem.ts'
import { type Read, readQuery } from '../../../../core/filters/query/read.ts'
import { fetchLook, lookAtPattern } from './look.ts'

interface Typing {
  text: string
  /** The tree that it stands beside; another one means that the builder has moved on. */
  root: Group
  problems: Problem[]
}

export interface Typed {
  text: string
  problems: Problem[]
  /** Some conditions say nothing yet and are not in the text. */
  isPart: boolean
  type(text: string): void
}

export function useTyped(root: Group, onChange: (root: Group) => void): Typed {
  const [typing, setTyping] = useState<Typing | null>(null)
  const last = useRef('')
  const type = (text: string) => {
    last.current = text
    const read = readNow(text)
    // Until its regexps can be read, the text stands there alone.
    setTyping({ text, root, problems: [] })
    if (read) take(text, read)
    else void fetchLook().then(look => last.current === text && take(text, readQuery(text, look)))
  }
  const take = (text: string, { condition, problems }: Read) => {
    const next = condition ? openSentence(condition) : root
    setTyping({ text, root: next, problems })
    if (condition) onChange(next)
  }
  const told = closeSentence(root)
  const said = finished(told)
  const current = typing?.root === root ? typing : null
  return {
    text: current?.text ?? (said ? printInOrder(said) : ''),
    problems: current?.problems ?? [],
    isPart: !current && JSON.stringify(said) !== JSON.stringify(told),
    type,
  }
}

/** Null where the text holds a regexp, and what reads one is not here yet. */
function readNow(text: string): Read | null {
  const look = lookAtPattern()
  let isLacking = false
  const read = readQuery(text, pattern => {
    isLacking ||= look === null
    return look?.(pattern) ?? null
  })
  return isLacking ? null : read
}
