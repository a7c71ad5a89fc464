// The rows of one part and page, with new ones waiting behind a button while somebody reads.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { RowList } from '../ui/RowList.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useWords } from '../words.tsx'
import { type Shown, takeIn } from './arrivals.ts'
import { ForwardedRow, rowColumns, tintOf } from './ForwardedRow.tsx'
import { LiveChanges } from './LiveChanges.tsx'
import { type Slice, useMessages, useRetentionDays } from './messages.ts'

interface ListProps {
  slice: Slice
  before: string | null
  selected: string | null
  now: Date
}

export function ForwardedList({ slice, before, selected, now }: ListProps) {
  const page = useMessages(slice, before)
  const { shown, takeAll, list } = useShown(page, selected !== null)
  if (!shown)
    return page.error ? <Refused error={page.error} before={before} onRetry={() => void page.refetch()} /> : <SkeletonRows rows={8} />
  const search = searchOf(slice, before)
  return (
    <div ref={list}>
      {page.error && <Stale error={page.error} />}
      {shown.waiting.length > 0 && <Waiting n={shown.waiting.length} onShow={takeAll} />}
      {shown.items.length === 0 ? (
        <Nothing slice={slice} before={before} />
      ) : (
        <Rows shown={shown} search={search} selected={selected} now={now} />
      )}
      <Foot slice={slice} before={before} next={shown.next} />
      <LiveChanges items={[...shown.waiting, ...shown.items]} now={now} />
    </div>
  )
}

function Rows({ shown, search, selected, now }: { shown: Shown; search: string; selected: string | null; now: Date }) {
  const t = useWords('forwarded')
  return (
    <RowList
      label={t('list')}
      items={shown.items}
      keyOf={line => line.id}
      to={line => `/forwarded-emails/${line.id}${search}`}
      inPlace
      tint={tintOf}
      selected={selected}
      columns={rowColumns}
    >
      {line => <ForwardedRow line={line} now={now} />}
    </RowList>
  )
}

/** What is on screen: the newest answer, but nothing moves under the eyes of somebody who reads. */
function useShown(page: ReturnType<typeof useMessages>, isOpen: boolean) {
  const { data, dataUpdatedAt } = page
  const [shown, setShown] = useState<Shown | null>(data ? takeIn(null, data, false) : null)
  const list = useRef<HTMLDivElement>(null)
  const isReading = useCallback(() => {
    const box = list.current
    return box !== null && (isOpen || box.getBoundingClientRect().top < 0 || box.querySelector('[data-row]:focus') !== null)
  }, [isOpen])
  // oxlint-disable-next-line react/exhaustive-deps -- the same answer, given later, may be taken in once nobody reads
  useEffect(() => {
    if (data) setShown(before => takeIn(before, data, isReading()))
  }, [data, dataUpdatedAt, isReading])
  const takeAll = () => {
    if (data) setShown(takeIn(null, data, false))
    list.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-row]')?.focus())
  }
  return { shown, takeAll, list }
}

function Waiting({ n, onShow }: { n: number; onShow(): void }) {
  const t = useWords('forwarded')
  return (
    <p className="sticky top-2 z-10 grid h-0 justify-items-center overflow-visible">
      <Button small onClick={onShow} className="mt-2 shadow-(--shadow-2)">
        {t('new', { n })}
      </Button>
    </p>
  )
}

function Refused({ error, before, onRetry }: { error: unknown; before: string | null; onRetry(): void }) {
  const t = useWords('forwarded')
  const explain = useExplain()
  return (
    <div className="grid gap-4 p-(--pad)">
      <Note kind="danger" alert>
        <b>{t('error')}</b> {explain(error)}
      </Note>
      <div className="flex gap-3">
        <Button look="quiet" small onClick={onRetry}>
          {t('error.retry')}
        </Button>
        {before && (
          <LinkButton look="bare" small to="/forwarded-emails">
            {t('newest')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function Stale({ error }: { error: unknown }) {
  const t = useWords('forwarded')
  const explain = useExplain()
  return (
    <div className="px-(--pad) py-3">
      <Note kind="warn">
        <b>{t('error.stale')}</b> {explain(error)}
      </Note>
    </div>
  )
}

function Nothing({ slice: { part, mailboxId }, before }: { slice: Slice; before: string | null }) {
  const t = useWords('forwarded')
  const clear = (
    <LinkButton look="quiet" to="/forwarded-emails">
      {t('none.clear')}
    </LinkButton>
  )
  if (before) return <Padded title={t('none.older')} action={clear} />
  if (part !== 'all') {
    return (
      <Padded title={t('none.title', { part })} action={clear}>
        {t('none.text', { part })}
      </Padded>
    )
  }
  if (mailboxId) return <Padded title={t('none.mailbox')} action={clear} />
  return (
    <Padded motif title={t('empty.title')} action={<LinkButton to="/email-accounts">{t('empty.deed')}</LinkButton>}>
      {t('empty.text')}
    </Padded>
  )
}

const Padded = (props: Parameters<typeof Empty>[0]) => (
  <div className="p-(--pad)">
    <Empty {...props} />
  </div>
)

function Foot({ slice, before, next }: { slice: Slice; before: string | null; next: string | null }) {
  const t = useWords('forwarded')
  const days = useRetentionDays()
  return (
    <p className="flex min-h-11.5 flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line px-(--pad) py-3 text-sm text-ink-2">
      <span>{days !== undefined && t('kept', { days })}</span>
      <span className="flex gap-6">
        {before && <Link to={`/forwarded-emails${searchOf(slice, null)}`}>{t('newest')}</Link>}
        {next && <Link to={`/forwarded-emails${searchOf(slice, next)}`}>{t('older')}</Link>}
      </span>
    </p>
  )
}

/** The part, account and page as the address holds them. */
function searchOf({ part, mailboxId }: Slice, before: string | null): string {
  const search = new URLSearchParams({
    ...(part !== 'all' && { standing: part }),
    ...(mailboxId && { mailbox: mailboxId }),
    ...(before && { before }),
  })
  return search.size > 0 ? `?${search}` : ''
}
