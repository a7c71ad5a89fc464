// Lists the hosts with their roles, version, last report and load; a silent one says since when.
import type { HostView } from '../../../core/api/admin/overview.ts'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/layout/Table.tsx'
import { formatHour, useAgo } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { useCount } from './count.ts'

// As the diagnostics judge them.
const diskFillingPercent = 80
const diskFullPercent = 92

export function HostTable({ hosts, now }: { hosts: readonly HostView[]; now: Date }) {
  const t = useWords('adminoverview')
  const columns = useColumns(now)
  return (
    <Card flush>
      <CardHead title={t('hosts')}>{t('hosts.text')}</CardHead>
      <Table
        caption={t('hosts')}
        rows={hosts}
        keyOf={host => host.id}
        columns={columns}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('hosts.empty')}</p>}
      />
    </Card>
  )
}

function useColumns(now: Date): Column<HostView>[] {
  const t = useWords('adminoverview')
  const language = useLanguage()
  const list = new Intl.ListFormat(language, { type: 'unit' })
  const formatCount = useCount()
  const ago = useAgo()
  return [
    { key: 'name', head: t('host'), cell: host => (host.isThis ? t('host.this', { name: host.id }) : host.id) },
    {
      key: 'beat',
      head: t('host.beat'),
      cell: ({ isSilent, beatAt }) =>
        isSilent ? (
          <StateLabel kind="bad" label={t('host.silent', { when: ago(beatAt, now) })} />
        ) : (
          <StateLabel kind="ok" label={ago(beatAt, now)} />
        ),
    },
    { key: 'roles', head: t('host.roles'), cell: host => list.format(host.roles.map(role => t(`role.${role}`))) },
    { key: 'load', head: t('host.load'), cell: host => t('host.load.text', describeLoad(host)) },
    {
      key: 'disk',
      head: t('host.disk'),
      number: true,
      cell: ({ load: { disk } }) => {
        if (!disk || disk.totalBytes === 0) return '–'
        const percent = Math.round(100 * (1 - disk.freeBytes / disk.totalBytes))
        const label = t('host.disk.text', { percent })
        if (percent < diskFillingPercent) return label
        return <StateLabel kind={percent < diskFullPercent ? 'warn' : 'bad'} label={label} />
      },
    },
    { key: 'mailboxes', head: t('host.mailboxes'), number: true, cell: host => formatCount(host.mailboxes) },
    { key: 'version', head: t('host.version'), cell: host => host.version },
    { key: 'started', head: t('host.started'), cell: host => formatHour(new Date(host.startedAt), now, language) },
  ]
}

const describeLoad = ({ load }: HostView) => ({
  cpu: load.cpuPercent,
  memory: Math.round(load.memoryBytes / 1e6),
  delay: Math.round(load.loopDelayMs),
})
