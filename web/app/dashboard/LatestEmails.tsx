// The emails being delivered now, and the latest delivered ones.
import type { MessageLine } from '../../../core/api/ledger.ts'
import { useNow } from '../../now.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'
import { DeliveryStatus, rowTint } from '../messages/list/MessageListRow.tsx'
import { useLatestDeliveries } from '../queries/ledger.ts'

const limit = 8

/** `inProgress` counts the emails that are being delivered or held right now. */
export function LatestEmails({ inProgress }: { inProgress: number }) {
  const t = useWords('dashboard')
  const now = useNow()
  const lines = useLatestDeliveries(limit)
  if (lines?.length === 0)
    return (
      <EmptyState
        motif
        title={t('crossing.none')}
        action={
          <LinkButton look="quiet" to="/filters">
            {t('crossing.filters')}
          </LinkButton>
        }
      >
        {t('crossing.noneText')}
      </EmptyState>
    )
  const all = (
    <LinkButton look="quiet" small to="/forwarded-emails">
      {t('crossing.all')}
    </LinkButton>
  )
  return (
    <Card flush>
      <CardHead title={t('crossing')} action={all}>
        {t('crossing.lead', { n: inProgress })}
      </CardHead>
      <div className="border-t border-line">
        {lines ? (
          <RowList
            live
            label={t('crossing')}
            items={lines}
            keyOf={line => line.id}
            to={line => `/forwarded-emails/${line.id}`}
            tint={line => (rowTint(line) === 'failed' ? 'failed' : null)}
            columns="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[10.5rem_minmax(0,1fr)_minmax(0,9.5rem)_6rem]"
          >
            {line => <LatestEmail line={line} now={now} />}
          </RowList>
        ) : (
          <SkeletonRows rows={limit} tall="min-h-19 md:min-h-14" />
        )}
      </div>
    </Card>
  )
}

function LatestEmail({ line, now }: { line: MessageLine; now: Date }) {
  const t = useWords('dashboard')
  const isFailed = rowTint(line) === 'failed'
  const reason = line.state === 'failed' || line.state === 'held' ? (line.reason ?? line.delivery?.reason) : null
  return (
    <>
      <span className="flex items-center max-md:row-start-2">
        <DeliveryStatus line={line} />
      </span>
      <span className="min-w-0 max-md:col-span-2">
        <span className="flex gap-x-[0.35em]">
          <b className="max-w-3/5 flex-none truncate" dir="auto">
            {line.from ? line.from.name || line.from.address : t('unknownSender')}
          </b>{' '}
          <span className="min-w-0 truncate text-ink-2" dir="auto">
            {line.subject ?? t('notKept')}
          </span>
        </span>
        {reason && (
          <span className={cx('block text-sm', isFailed ? 'text-danger' : line.state === 'held' ? 'text-warn' : 'text-ink-2')}>
            <bdi>{reason}</bdi>
          </span>
        )}
      </span>
      <span className="truncate text-sm text-ink-2 max-md:hidden rtl:text-right" dir="auto">
        {line.filterName}
      </span>
      <Ago at={line.datedAt} now={now} className="text-end text-sm text-ink-2 max-md:row-start-2" />
    </>
  )
}
