// How many deliveries are on their way, by state.
import type { Health } from '../../core/api/health.ts'
import { Card, CardHead } from '../ui/Card.tsx'
import { Table } from '../ui/Table.tsx'
import { useLanguage, useWords } from '../words.tsx'

type Line = Health['queue'][number]

export function QueueTable({ queue }: { queue: readonly Line[] }) {
  const t = useWords('admin')
  const ui = useWords('ui')
  const language = useLanguage()
  return (
    <Card flush>
      <CardHead title={t('queue')}>{t('queue.text')}</CardHead>
      <Table
        caption={t('queue')}
        rows={queue}
        keyOf={line => line.state}
        columns={[
          { key: 'state', head: t('queue.state'), cell: (line: Line) => ui(`state.${line.state}`) },
          { key: 'count', head: t('queue.count'), number: true, cell: (line: Line) => line.count.toLocaleString(language) },
        ]}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('queue.empty')}</p>}
      />
    </Card>
  )
}
