// The typed view of the one tree: what is typed becomes the tree as soon as it is valid, and the tree is typed out when it changes elsewhere.
import { useState } from 'react'
import { closeSentence, finished, type Group, openSentence } from '../../../../core/filters/edit.ts'
import { parseQuery } from '../../../../core/filters/query/parse.ts'
import { printInOrder } from '../../../../core/filters/query/print.ts'
import type { Problem } from '../../../../core/filters/query/problem.ts'

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
  const type = (text: string) => {
    const { condition, problems } = parseQuery(text)
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
