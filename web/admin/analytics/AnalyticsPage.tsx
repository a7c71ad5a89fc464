// The console's analytics: plots of what the service did in a range, each with its table and CSV.
import { getTrafficApi } from '../../../core/api/admin/analytics.ts'
import { useAuth } from '../../session/session.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { formatMoment } from './format.ts'
import { CostsCard } from './plots/CostsCard.tsx'
import { FunnelCard } from './plots/FunnelCard.tsx'
import { LatencyCard } from './plots/LatencyCard.tsx'
import { MailboxesCard } from './plots/MailboxesCard.tsx'
import { OutcomesCard } from './plots/OutcomesCard.tsx'
import { RetentionCard } from './plots/RetentionCard.tsx'
import { TrafficCard } from './plots/TrafficCard.tsx'
import { RangeBar } from './RangeBar.tsx'
import { useAnalyticsView, usePlot } from './useAnalytics.ts'

export function AnalyticsPage() {
  const t = useWords('adminanalytics')
  const language = useLanguage()
  const { hasRole } = useAuth()
  const view = useAnalyticsView()
  const countedUntil = usePlot(getTrafficApi, 'traffic', view).data?.period.countedUntil
  return (
    <>
      <PageHeader title={t('title')}>
        {countedUntil && t('lead', { at: formatMoment(countedUntil, language, view.zone) })}
        {countedUntil === null && t('lead.empty')}
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        <RangeBar view={view} />
        <TrafficCard view={view} />
        <LatencyCard view={view} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <FunnelCard view={view} />
          <OutcomesCard view={view} />
        </div>
        <RetentionCard view={view} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          {(hasRole('admin') || hasRole('billing')) && <CostsCard view={view} />}
          <MailboxesCard view={view} />
        </div>
      </div>
    </>
  )
}
