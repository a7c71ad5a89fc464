// Shows the overview: parts, figures, queue, failures, email accounts down, hosts and versions.
import type { ReactNode } from 'react'
import type { Overview } from '../../../core/api/admin/overview.ts'
import { Card, CardHead, Facts } from '../../ui/layout/Card.tsx'
import { formatHour } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { Findings } from '../pieces/Findings.tsx'
import { Figures } from './Figures.tsx'
import { HostTable } from './HostTable.tsx'
import { DownCard, FailuresCard, QueueCard } from './ReasonCards.tsx'

interface OverviewViewProps {
  overview: Overview
  /** The card with alerts, for those who may see it. */
  alerts: ReactNode
  /** Whether figures link to lists of rows. */
  maySeeRows: boolean
}

export function OverviewView({ overview, alerts, maySeeRows }: OverviewViewProps) {
  const t = useWords('adminoverview')
  const { state, troubles } = overview.health
  return (
    <div className="grid grid-cols-1 gap-6">
      {troubles.length > 0 && (
        <Card flush look={state === 'failing' ? 'needs' : 'rest'}>
          <CardHead title={t('troubles')}>{t('troubles.text')}</CardHead>
          <Findings findings={maySeeRows ? troubles : troubles.map(withoutLink)} label={t('troubles')} />
        </Card>
      )}
      <Card flush>
        <CardHead title={t('parts')}>{t('parts.text')}</CardHead>
        <Findings findings={overview.parts.map(withoutAdvice)} label={t('parts')} />
      </Card>
      <Figures overview={overview} />
      {alerts}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <QueueCard queue={overview.queue} dueSince={overview.dueSince} linked={maySeeRows} />
        <FailuresCard failures={overview.failures} linked={maySeeRows} />
      </div>
      <DownCard down={overview.mailboxesDown} linked={maySeeRows} />
      <HostTable hosts={overview.hosts} now={new Date(overview.at)} />
      <Versions versions={overview.versions} now={new Date(overview.at)} />
    </div>
  )
}

type Finding = Overview['parts'][number]

/** The list of troubles says what to do. */
const withoutAdvice = (part: Finding): Finding => ({ ...withoutLink(part), fix: null })

/** For roles that may not open the pages. */
const withoutLink = ({ link: _link, ...finding }: Finding): Finding => finding

function Versions({ versions, now }: { versions: Overview['versions']; now: Date }) {
  const t = useWords('adminoverview')
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
