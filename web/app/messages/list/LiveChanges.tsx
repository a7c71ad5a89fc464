// Announces list changes to screen readers: one sentence, at most every five seconds.
import { useEffect, useRef, useState } from 'react'
import type { MessageLine } from '../../../../core/api/ledger.ts'
import { useWords } from '../../../words/words.tsx'
import { useHead } from './MessageRow.tsx'
import { changesBetween, type MessageChange } from './merge-page.ts'

const quietMs = 5000

export function LiveChanges({ items, now }: { items: MessageLine[]; now: Date }) {
  const sentence = useSentence()
  const seen = useRef(items)
  const unsaid = useRef<Map<string, MessageChange>>(new Map())
  const saidAt = useRef(0)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    for (const change of changesBetween(seen.current, items)) {
      const known = unsaid.current.get(change.line.id)
      unsaid.current.set(change.line.id, { line: change.line, isNew: change.isNew || known?.isNew === true })
    }
    seen.current = items
    if (unsaid.current.size === 0 || now.getTime() - saidAt.current < quietMs) return
    saidAt.current = now.getTime()
    setAnnouncement(sentence([...unsaid.current.values()]))
    unsaid.current.clear()
  }, [items, now, sentence])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}

function useSentence(): (changes: MessageChange[]) => string {
  const t = useWords('forwarded')
  const ui = useWords('ui')
  const head = useHead()
  return changes => {
    const [first] = changes
    if (changes.every(change => change.isNew)) return t('live.new', { n: changes.length })
    if (!first || changes.length > 1) return t('live.many', { n: changes.length })
    const { line } = first
    return t('live.state', {
      from: head(line).from,
      state: line.delivery ? ui(`state.${line.delivery.state}`) : t(`part.${line.state}`),
    })
  }
}
