// The log as it is written, with a button that pauses it.
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import type { LogFilters } from '../../../core/api/admin/logs.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { useLogColumns } from './log-columns.tsx'
import { useLogTail } from './useLogTail.ts'

export function LogTailView({ filters, onOpen }: { filters: LogFilters; onOpen(id: string): void }) {
  const t = useWords('adminlogs')
  const explain = useExplain()
  const [isFollowing, setFollowing] = useState(true)
  const [attempt, setAttempt] = useState(1)
  const { rows, state, error } = useLogTail(filters, isFollowing, attempt)
  const isOver = state === 'ended' || state === 'failed'
  const columns = useLogColumns(onOpen)
  const isRunning = isFollowing && !isOver
  const status = isFollowing ? (isOver ? 'ended' : state) : 'paused'
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-3 px-(--pad) py-3">
        <p className="text-sm text-ink-2" role="status">
          {t(`tail.${status}`, { n: rows.length })}
        </p>
        <Button look="quiet" small onClick={() => (isOver ? setAttempt(attempt + 1) : setFollowing(!isFollowing))}>
          {isRunning ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          {isRunning ? t('tail.pause') : t('tail.resume')}
        </Button>
      </div>
      {state === 'failed' && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger" alert>
            {explain(error)}
          </Note>
        </div>
      )}
      <Table
        caption={t('tail')}
        columns={columns}
        rows={rows}
        keyOf={row => row.id}
        empty={<p className="px-(--pad) pb-4 text-ink-2">{t('tail.empty')}</p>}
      />
    </div>
  )
}
