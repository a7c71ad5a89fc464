// What the health of the server looks like: parts, figures, queue, hosts, versions.
import type { Health } from '../../core/api/health.ts'
import { hourText } from '../ui/Ago.tsx'
import { Card, CardHead, Facts } from '../ui/Card.tsx'
import { useLanguage, useWords } from '../words.tsx'
import { HostTable } from './HostTable.tsx'
import { PartList } from './PartList.tsx'
import { QueueTable } from './QueueTable.tsx'

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
    { name: t('version.started'), value: hourText(new Date(startedAt), now, language) },
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
