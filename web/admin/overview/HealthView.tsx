// Shows the server's health: its parts, key figures, delivery queue, hosts and versions.
import type { Health, HostHealth, PartHealth } from '../../../core/api/health.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card, CardHead, Facts } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { formatHour } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

const figures = ['people', 'mailboxes', 'phones', 'arrived', 'forwarded', 'failed'] as const

export function HealthView({ health }: { health: Health }) {
  const t = useWords('admin')
  const language = useLanguage()
  return (
    <div className="grid grid-cols-1 gap-6">
      <PartList parts={health.parts} />
      <section aria-label={t('figures')}>
        <h2 className="mb-3">{t('figures')}</h2>
        <dl className="card grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
          {figures.map(figure => (
            <div key={figure} className="flex flex-col-reverse justify-end gap-1">
              <dt className="text-sm text-ink-2">{t(`figure.${figure}`)}</dt>
              <dd className="text-2xl font-figure tabular-nums">{health.figures[figure].toLocaleString(language)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <QueueTable queue={health.queue} />
        <HostTable hosts={health.hosts} />
      </div>
      <Versions versions={health.versions} now={new Date(health.at)} />
    </div>
  )
}

function Versions({ versions, now }: { versions: Health['versions']; now: Date }) {
  const t = useWords('admin')
  const language = useLanguage()
  const { mailferry, node, postgres, schema, mode, publicUrl, startedAt } = versions
  const facts = [
    { name: t('version.mailferry'), value: mailferry },
    { name: t('version.node'), value: node },
    { name: t('version.postgres'), value: postgres },
    { name: t('version.schema'), value: <code className="wrap-anywhere">{schema}</code> },
    { name: t('version.mode'), value: mode },
    { name: t('version.url'), value: <span className="wrap-anywhere">{publicUrl}</span> },
    { name: t('version.started'), value: formatHour(new Date(startedAt), now, language) },
  ]
  return (
    <Card flush>
      <CardHead title={t('versions')} />
      <div className="border-t border-line px-(--pad) py-4">
        <Facts facts={facts} />
      </div>
    </Card>
  )
}

function HostTable({ hosts }: { hosts: readonly HostHealth[] }) {
  const t = useWords('admin')
  const list = new Intl.ListFormat(useLanguage(), { type: 'unit' })
  const describeLoad = ({ mailboxes, lanes }: HostHealth) => {
    const loads = [...(mailboxes > 0 ? [t('host.watches', { n: mailboxes })] : []), ...(lanes > 0 ? [t('host.lanes', { n: lanes })] : [])]
    return loads.length > 0 ? list.format(loads) : t('host.nothing')
  }
  return (
    <Card flush>
      <CardHead title={t('hosts')}>{t('hosts.text')}</CardHead>
      <Table
        caption={t('hosts')}
        rows={hosts}
        keyOf={host => host.name}
        columns={[
          { key: 'name', head: t('host'), cell: (host: HostHealth) => (host.isThis ? t('host.this', { name: host.name }) : host.name) },
          { key: 'roles', head: t('host.roles'), cell: (host: HostHealth) => list.format(host.roles.map(role => t(`role.${role}`))) },
          { key: 'holds', head: t('host.holds'), cell: describeLoad },
        ]}
      />
    </Card>
  )
}

const kinds: Record<PartHealth['state'], StateKind> = { ok: 'ok', note: 'warn', failing: 'bad', off: 'off' }

function PartList({ parts }: { parts: readonly PartHealth[] }) {
  const t = useWords('admin')
  const isFailing = parts.some(({ state }) => state === 'failing')
  return (
    <Card flush look={isFailing ? 'needs' : 'rest'}>
      <CardHead title={t('parts')}>{t('parts.text')}</CardHead>
      <ul>
        {parts.map(({ part, state, found }) => (
          <li
            key={part}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 border-t border-line px-(--pad) py-3 md:grid-cols-[10rem_1fr_auto]"
          >
            <b className="font-strong">{t(`part.${part}`)}</b>
            <span className="min-w-0 text-sm wrap-anywhere text-ink-2 max-md:order-last max-md:col-span-2">{found}</span>
            <StateLabel kind={kinds[state]} label={t(`state.${state}`)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type QueueRow = Health['queue'][number]

function QueueTable({ queue }: { queue: readonly QueueRow[] }) {
  const t = useWords('admin')
  const ui = useWords('ui')
  const language = useLanguage()
  return (
    <Card flush>
      <CardHead title={t('queue')}>{t('queue.text')}</CardHead>
      <Table
        caption={t('queue')}
        rows={queue}
        keyOf={row => row.state}
        columns={[
          { key: 'state', head: t('queue.state'), cell: (row: QueueRow) => ui(`state.${row.state}`) },
          { key: 'count', head: t('queue.count'), number: true, cell: (row: QueueRow) => row.count.toLocaleString(language) },
        ]}
        empty={<p className="border-t border-line px-(--pad) py-4 text-ink-2">{t('queue.empty')}</p>}
      />
    </Card>
  )
}
