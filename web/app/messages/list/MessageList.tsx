// One page of the message list; new messages wait behind a button while somebody is reading.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { splitSearchWords } from '../../../../core/message/search.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { RowList } from '../../../ui/layout/RowList.tsx'
import { formatDay } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { type ListQuery, toUrlSearch } from '../../queries/list-query.ts'
import { type ListedPage, useMessages, useRetentionDays } from '../../queries/messages.ts'
import { ChangeAnnouncer } from './ChangeAnnouncer.tsx'
import { MessageListRow, rowColumns, rowTint } from './MessageListRow.tsx'
import { mergePage, type VisibleMessages } from './merge-page.ts'
import { NothingFound } from './NothingFound.tsx'

interface ListProps {
  query: ListQuery
  cursor: string | null
  selected: string | null
  now: Date
}

export function MessageList({ query, cursor, selected, now }: ListProps) {
  const page = useMessages(query, cursor)
  const { data } = page
  if (!data)
    return page.error ? (
      <LoadFailure error={page.error} cursor={cursor} onRetry={() => void page.refetch()} />
    ) : (
      <SkeletonRows rows={12} tall="min-h-18 md:min-h-14" />
    )
  return (
    <div aria-busy={page.isPlaceholderData} className="transition-opacity delay-200 aria-busy:opacity-55">
      {page.error && <StaleNote error={page.error} />}
      {query.searchText && <ResultCount page={data.query.searchText ? data : null} />}
      <LoadedPage
        key={toUrlSearch(data.query, data.cursor)}
        page={data}
        updatedAt={page.dataUpdatedAt}
        isLive={!data.query.searchText}
        selected={selected}
        now={now}
      />
    </div>
  )
}

interface LoadedPageProps {
  page: ListedPage
  updatedAt: number
  /** Announces changes to screen readers. */
  isLive: boolean
  selected: string | null
  now: Date
}

function LoadedPage({ page, updatedAt, isLive, selected, now }: LoadedPageProps) {
  const { visible, showNew, list } = useVisibleMessages(page, updatedAt, selected !== null)
  const { query, cursor } = page
  return (
    <div ref={list}>
      {visible.waiting.length > 0 && <NewMessagesButton count={visible.waiting.length} onShow={showNew} />}
      {visible.items.length === 0 ? (
        <NothingFound page={page} now={now} />
      ) : (
        <Rows visible={visible} query={query} cursor={cursor} selected={selected} now={now} />
      )}
      <ListFooter page={page} next={visible.next} now={now} />
      {isLive && <ChangeAnnouncer items={[...visible.waiting, ...visible.items]} now={now} />}
    </div>
  )
}

interface RowsProps {
  visible: VisibleMessages
  query: ListQuery
  cursor: string | null
  selected: string | null
  now: Date
}

function Rows({ visible, query, cursor, selected, now }: RowsProps) {
  const t = useWords('forwarded')
  const search = toUrlSearch(query, cursor)
  const searchWords = splitSearchWords(query.searchText)
  return (
    <RowList
      label={t('list')}
      items={visible.items}
      keyOf={line => line.id}
      to={line => `/forwarded-emails/${line.id}${search}`}
      inPlace
      tint={rowTint}
      selected={selected}
      columns={rowColumns[selected ? 'narrow' : 'wide']}
    >
      {line => <MessageListRow line={line} searchWords={searchWords} isListAlone={selected === null} now={now} />}
    </RowList>
  )
}

/** The number of results. It is rendered before they arrive, so that screen readers announce them. */
function ResultCount({ page }: { page: ListedPage | null }) {
  const t = useWords('forwarded')
  const count = page?.items.length ?? 0
  return (
    <p role="status" className={count > 0 ? 'border-b border-line px-(--pad) py-2 text-sm text-ink-2' : 'sr-only'}>
      {page && t(page.next === null ? 'found' : 'found.newest', { n: count })}
    </p>
  )
}

/** The rows on screen: the latest data, but nothing moves while somebody is reading. */
function useVisibleMessages(page: ListedPage, updatedAt: number, isOpen: boolean) {
  const [visible, setVisible] = useState<VisibleMessages>(() => mergePage(null, page, false))
  const list = useRef<HTMLDivElement>(null)
  const isReading = useCallback(() => {
    const box = list.current
    return box !== null && (isOpen || box.getBoundingClientRect().top < 0 || box.querySelector('[data-row]:focus') !== null)
  }, [isOpen])
  // oxlint-disable-next-line react/exhaustive-deps -- an unchanged response may still be applied later, once nobody is reading
  useEffect(() => {
    setVisible(previous => mergePage(previous, page, isReading()))
  }, [page, updatedAt, isReading])
  const showNew = () => {
    setVisible(mergePage(null, page, false))
    list.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-row]')?.focus())
  }
  return { visible, showNew, list }
}

function NewMessagesButton({ count, onShow }: { count: number; onShow(): void }) {
  const t = useWords('forwarded')
  return (
    <p className="sticky top-2 z-10 grid h-0 justify-items-center overflow-visible">
      <Button small onClick={onShow} className="mt-2 shadow-(--shadow-2)">
        {t('new', { n: count })}
      </Button>
    </p>
  )
}

function LoadFailure({ error, cursor, onRetry }: { error: unknown; cursor: string | null; onRetry(): void }) {
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
        {cursor && (
          <LinkButton look="bare" small to="/forwarded-emails">
            {t('newest')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function StaleNote({ error }: { error: unknown }) {
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

function ListFooter({ page: { query, cursor, searchedTo }, next, now }: { page: ListedPage; next: string | null; now: Date }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const days = useRetentionDays()
  return (
    <p className="flex min-h-11.5 flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line px-(--pad) py-3 text-sm text-ink-2">
      <span>
        {searchedTo ? t('search.to', { day: formatDay(new Date(searchedTo), now, language) }) : days !== undefined && t('kept', { days })}
      </span>
      <span className="flex gap-6">
        {cursor && <Link to={`/forwarded-emails${toUrlSearch(query, null)}`}>{t('newest')}</Link>}
        {next && <Link to={`/forwarded-emails${toUrlSearch(query, next)}`}>{t(searchedTo ? 'search.further' : 'older')}</Link>}
      </span>
    </p>
  )
}
