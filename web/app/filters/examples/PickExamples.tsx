// Lists the newest emails to pick examples from, starting with those passed in by a link.
import type { MessageDetail, MessageLine } from '../../../../core/api/ledger.ts'
import { useNow } from '../../../now.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { unfiltered } from '../../queries/list-query.ts'
import { useMessage, useMessages } from '../../queries/messages.ts'
import { maxExamples } from './examples.ts'

interface PickProps {
  picked: string[]
  onToggle(id: string, on: boolean): void
}

export function PickExamples({ picked, onToggle }: PickProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const messages = useMessages(unfiltered, null)
  const lines = messages.data?.items.filter(line => line.from !== null) ?? []
  const unlisted = picked.filter(id => !lines.some(line => line.id === id))
  const isFull = picked.length >= maxExamples
  if (messages.error && !messages.data)
    return (
      <div className="p-(--pad)">
        <Note kind="danger" alert>
          <b>{t('examples.failed')}</b> {explain(messages.error)}
        </Note>
      </div>
    )
  if (!messages.data) return <SkeletonRows rows={6} />
  if (lines.length === 0)
    return (
      <div className="grid justify-items-start gap-4 p-(--pad)">
        <p className="text-ink-2">{t('examples.empty')}</p>
        <LinkButton look="quiet" to="/filters/templates">
          {t('examples.emptyDeed')}
        </LinkButton>
      </div>
    )
  return (
    <>
      <p className="border-b border-line px-(--pad) py-3 text-sm text-ink-2" role="status">
        {t('examples.chosen', { n: picked.length })}. {isFull && t('examples.most')}
      </p>
      <ul>
        {unlisted.map(id => (
          <FetchedRow key={id} id={id} onToggle={onToggle} />
        ))}
        {lines.map(line => (
          <Row key={line.id} line={line} isPicked={picked.includes(line.id)} isFull={isFull} onToggle={onToggle} />
        ))}
      </ul>
    </>
  )
}

function FetchedRow({ id, onToggle }: { id: string; onToggle: PickProps['onToggle'] }) {
  const message = useMessage(id).data
  return message ? <Row line={message} isPicked isFull={false} onToggle={onToggle} /> : null
}

interface RowProps {
  line: MessageLine | MessageDetail
  isPicked: boolean
  isFull: boolean
  onToggle: PickProps['onToggle']
}

function Row({ line, isPicked, isFull, onToggle }: RowProps) {
  const t = useWords('editor')
  const now = useNow(30_000)
  const sender = line.from?.name || line.from?.address || t('trial.noSender')
  const subject = line.subject || t('trial.noSubject')
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line px-(--pad) py-2.5 first:border-t-0">
      <Checkbox
        checked={isPicked}
        disabled={isFull && !isPicked}
        label={
          <span className="block wrap-anywhere">
            <b dir="auto">{sender}</b> <span dir="auto">{subject}</span>
          </span>
        }
        onChange={on => onToggle(line.id, on)}
      />
      <Ago at={line.datedAt} now={now} className="flex-none pt-1 text-sm text-ink-2" />
    </li>
  )
}
