// The emails being delivered now, and the last ones delivered.
import type { MessageLine } from '../../../core/api/ledger.ts'
import { useNow } from '../../now.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { RowList } from '../../ui/layout/RowList.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'
import { HowFarOn, tintOf } from '../messages/list/MessageRow.tsx'
import { useCrossings } from '../queries/ledger.ts'

const most = 8

/** `onWater` emails are in progress or held right now. */
export function CrossingNow({ onWater }: { onWater: number }) {
  const t = useWords('dashboard')
  const now = useNow()
  const lines = useCrossings(most)
  if (lines?.length === 0)
    return (
      <Empty
        motif
        title={t('crossing.none')}
        action={
          <LinkButton look="quiet" to="/filters">
            {t('crossing.filters')}
          </LinkButton>
        }
      >
        {t('crossing.noneText')}
      </Empty>
    )
  const all = (
    <LinkButton look="quiet" small to="/forwarded-emails">
      {t('crossing.all')}
    </LinkButton>
  )
  return (
    <Card flush>
      <CardHead title={t('crossing')} action={all}>
        {t('crossing.lead', { n: onWater })}
      </CardHead>
      <div className="border-t border-line">
        {lines ? (
          <RowList
            live
            label={t('crossing')}
            items={lines}
            keyOf={line => line.id}
            to={line => `/forwarded-emails/${line.id}`}
            tint={line => (tintOf(line) === 'failed' ? 'failed' : null)}
            columns="grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[10.5rem_minmax(0,1fr)_minmax(0,9.5rem)_6rem]"
          >
            {line => <Line line={line} now={now} />}
          </RowList>
        ) : (
          <SkeletonRows rows={most} tall="min-h-19 md:min-h-14" />
        )}
      </div>
    </Card>
  )
}

function Line({ line, now }: { line: MessageLine; now: Date }) {
  const t = useWords('dashboard')
  const failed = tintOf(line) === 'failed'
  const reason = line.state === 'failed' || line.state === 'held' ? (line.reason ?? line.delivery?.reason) : null
  return (
    <>
      <span className="flex items-center max-md:row-start-2">
        <HowFarOn line={line} />
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
          <span className={cx('block text-sm', failed ? 'text-danger' : line.state === 'held' ? 'text-warn' : 'text-ink-2')}>
            <bdi>{reason}</bdi>
          </span>
        )}
      </span>
      <span className="truncate text-sm text-ink-2 max-md:hidden rtl:text-right" dir="auto">
        {line.filterName}
      </span>
      <Ago at={line.arrivedAt} now={now} className="text-end text-sm text-ink-2 max-md:row-start-2" />
    </>
  )
}
