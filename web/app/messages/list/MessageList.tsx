// One page of the message list; new messages wait behind a button while somebody reads.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { wordsOf } from '../../../../core/message/search.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { RowList } from '../../../ui/layout/RowList.tsx'
import { dayText } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { type ListQuery, searchOf } from '../../queries/list-query.ts'
import { type ListedPage, useMessages, useRetentionDays } from '../../queries/messages.ts'
import { LiveChanges } from './LiveChanges.tsx'
import { ForwardedRow, rowColumns, tintOf } from './MessageRow.tsx'
import { mergePage, type ShownMessages } from './merge-page.ts'
import { NothingFound } from './NothingFound.tsx'

interface ListProps {
  slice: ListQuery
  before: string | null
  selected: string | null
  now: Date
}

export function ForwardedList({ slice, before, selected, now }: ListProps) {
  const page = useMessages(slice, before)
  const { data } = page
  if (!data)
    return page.error ? (
      <Refused error={page.error} before={before} onRetry={() => void page.refetch()} />
    ) : (
      <SkeletonRows rows={12} tall="min-h-18 md:min-h-14" />
    )
  return (
    <div aria-busy={page.isPlaceholderData} className="transition-opacity delay-200 aria-busy:opacity-55">
      {page.error && <Stale error={page.error} />}
      {slice.words && <Found page={data.slice.words ? data : null} />}
      <ShownPage
        key={searchOf(data.slice, data.before)}
        page={data}
        updatedAt={page.dataUpdatedAt}
        isLive={!data.slice.words}
        selected={selected}
        now={now}
      />
    </div>
  )
}

interface ShownPageProps {
  page: ListedPage
  updatedAt: number
  /** Announces changes as they come. */
  isLive: boolean
  selected: string | null
  now: Date
}

function ShownPage({ page, updatedAt, isLive, selected, now }: ShownPageProps) {
  const { shown, takeAll, list } = useShown(page, updatedAt, selected !== null)
  const { slice, before } = page
  return (
    <div ref={list}>
      {shown.waiting.length > 0 && <Waiting n={shown.waiting.length} onShow={takeAll} />}
      {shown.items.length === 0 ? (
        <NothingFound page={page} now={now} />
      ) : (
        <Rows shown={shown} slice={slice} before={before} selected={selected} now={now} />
      )}
      <Foot page={page} next={shown.next} now={now} />
      {isLive && <LiveChanges items={[...shown.waiting, ...shown.items]} now={now} />}
    </div>
  )
}

interface RowsProps {
  shown: ShownMessages
  slice: ListQuery
  before: string | null
  selected: string | null
  now: Date
}

function Rows({ shown, slice, before, selected, now }: RowsProps) {
  const t = useWords('forwarded')
  const search = searchOf(slice, before)
  const sought = wordsOf(slice.words)
  return (
    <RowList
      label={t('list')}
      items={shown.items}
      keyOf={line => line.id}
      to={line => `/forwarded-emails/${line.id}${search}`}
      inPlace
      tint={tintOf}
      selected={selected}
      columns={rowColumns[selected ? 'beside' : 'alone']}
    >
      {line => <ForwardedRow line={line} sought={sought} isAlone={selected === null} now={now} />}
    </RowList>
  )
}

/** The number of results. It is rendered before they arrive, so that screen readers announce them. */
function Found({ page }: { page: ListedPage | null }) {
  const t = useWords('forwarded')
  const n = page?.items.length ?? 0
  return (
    <p role="status" className={n > 0 ? 'border-b border-line px-(--pad) py-2 text-sm text-ink-2' : 'sr-only'}>
      {page && t(page.next === null ? 'found' : 'found.newest', { n })}
    </p>
  )
}

/** The rows on screen: the latest data, but nothing moves while somebody is reading. */
function useShown(page: ListedPage, updatedAt: number, isOpen: boolean) {
  const [shown, setShown] = useState<ShownMessages>(() => mergePage(null, page, false))
  const list = useRef<HTMLDivElement>(null)
  const isReading = useCallback(() => {
    const box = list.current
    return box !== null && (isOpen || box.getBoundingClientRect().top < 0 || box.querySelector('[data-row]:focus') !== null)
  }, [isOpen])
  // oxlint-disable-next-line react/exhaustive-deps -- the same answer, given later, may be taken in once nobody reads
  useEffect(() => {
    setShown(before => mergePage(before, page, isReading()))
  }, [page, updatedAt, isReading])
  const takeAll = () => {
    setShown(mergePage(null, page, false))
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

function Foot({ page: { slice, before, searchedTo }, next, now }: { page: ListedPage; next: string | null; now: Date }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const days = useRetentionDays()
  return (
    <p className="flex min-h-11.5 flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line px-(--pad) py-3 text-sm text-ink-2">
      <span>
        {searchedTo ? t('search.to', { day: dayText(new Date(searchedTo), now, language) }) : days !== undefined && t('kept', { days })}
      </span>
      <span className="flex gap-6">
        {before && <Link to={`/forwarded-emails${searchOf(slice, null)}`}>{t('newest')}</Link>}
        {next && <Link to={`/forwarded-emails${searchOf(slice, next)}`}>{t(searchedTo ? 'search.further' : 'older')}</Link>}
      </span>
    </p>
  )
}
