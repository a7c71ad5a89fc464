// For administrators: tests the connection to WhatsApp, and lists each problem with its fix.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleMinus, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react'
import { type CheckResult, checkWhatsAppApi } from '../../../core/api/checks.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'

const stateLooks: Record<CheckResult['state'], { icon: LucideIcon; ink: string }> = {
  ok: { icon: CircleCheck, ink: 'text-success' },
  note: { icon: TriangleAlert, ink: 'text-warn' },
  failing: { icon: CircleAlert, ink: 'text-danger' },
  skipped: { icon: CircleMinus, ink: 'text-ink-3' },
}

export function WhatsAppChecks() {
  const t = useWords('connect')
  const explain = useExplain()
  const call = useCall()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'whatsapp', 'checks'],
    queryFn: ({ signal }) => call(checkWhatsAppApi, 'GET', '/api/admin/whatsapp/checks', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const failing = data?.items.filter(item => item.state === 'failing').length ?? 0
  const summary = isFetching ? t('checks.busy') : data ? (failing > 0 ? t('checks.wrong', { n: failing }) : t('checks.fine')) : ''
  return (
    <Card flush look={failing > 0 ? 'needs' : 'rest'}>
      <CardHead
        title={t('checks')}
        action={
          <Button look="quiet" small busy={isFetching} onClick={() => void refetch()}>
            <RefreshCw size={16} aria-hidden /> {t('checks.again')}
          </Button>
        }
      >
        {t('checks.lead')} <span role="status">{summary}</span>
      </CardHead>
      {error && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger" alert>
            <b>{t('checks.failed')}.</b> {explain(error)}
          </Note>
        </div>
      )}
      <ul>
        {data?.items.map(item => (
          <CheckRow key={`${item.check} ${item.found}`} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function CheckRow({ item: { state, title, found, fix } }: { item: CheckResult }) {
  const t = useWords('connect')
  const { icon: Icon, ink } = stateLooks[state]
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 border-t border-line px-(--pad) py-3 text-sm md:grid-cols-[auto_12rem_1fr]">
      <Icon size={18} role="img" aria-label={t(`checks.state.${state}`)} className={cx('mt-px', ink)} />
      <b className="font-strong">{title}</b>
      <div className="col-start-2 min-w-0 wrap-anywhere md:col-start-3">
        <p className={state === 'skipped' ? 'text-ink-3' : undefined}>{found}</p>
        {fix && <p className="mt-1 text-ink-2">{fix}</p>}
      </div>
    </li>
  )
}
