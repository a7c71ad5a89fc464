// Announces list changes to screen readers: one sentence, at most every five seconds.
import { useEffect, useRef, useState } from 'react'
import type { MessageLine } from '../../../../core/api/ledger.ts'
import { useWords } from '../../../words/words.tsx'
import { useSenderAndSubject } from './MessageListRow.tsx'
import { changesBetween, type MessageChange } from './merge-page.ts'

const minIntervalMs = 5000

export function ChangeAnnouncer({ items, now }: { items: MessageLine[]; now: Date }) {
  const describe = useAnnouncement()
  const previousItems = useRef(items)
  const pending = useRef<Map<string, MessageChange>>(new Map())
  const announcedAt = useRef(0)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    for (const change of changesBetween(previousItems.current, items)) {
      const earlier = pending.current.get(change.line.id)
      pending.current.set(change.line.id, { line: change.line, isNew: change.isNew || earlier?.isNew === true })
    }
    previousItems.current = items
    if (pending.current.size === 0 || now.getTime() - announcedAt.current < minIntervalMs) return
    announcedAt.current = now.getTime()
    setAnnouncement(describe([...pending.current.values()]))
    pending.current.clear()
  }, [items, now, describe])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}

function useAnnouncement(): (changes: MessageChange[]) => string {
  const t = useWords('forwarded')
  const ui = useWords('ui')
  const senderAndSubject = useSenderAndSubject()
  return changes => {
    const [first] = changes
    if (changes.every(change => change.isNew)) return t('live.new', { n: changes.length })
    if (!first || changes.length > 1) return t('live.many', { n: changes.length })
    const { line } = first
    return t('live.state', {
      from: senderAndSubject(line).from,
      state: line.delivery ? ui(`state.${line.delivery.state}`) : t(`part.${line.state}`),
    })
  }
}
