// Shown when the message list is empty: why, and what to do next.

import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { formatDay } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useLedger } from '../../queries/ledger.ts'
import { isFiltered, isReversed, toUrlSearch, unfiltered, usualState } from '../../queries/list-query.ts'
import type { ListedPage } from '../../queries/messages.ts'

/** As in the counts beside the states. */
const summaryDays = 30

export function NothingFound({ page: { query, cursor, next, searchedTo }, now }: { page: ListedPage; now: Date }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const arrived = useLedger(summaryDays).data?.sum.arrived
  const clear = (
    <LinkButton look="quiet" to={`/forwarded-emails${toUrlSearch({ ...unfiltered, state: 'all' })}`}>
      {t('none.clear')}
    </LinkButton>
  )
  if (isReversed(query)) {
    const { from: to, to: from } = query
    return (
      <Padded
        title={t('none.turned')}
        action={<LinkButton to={`/forwarded-emails${toUrlSearch({ ...query, from, to })}`}>{t('none.turn')}</LinkButton>}
      >
        {t('none.turned.text')}
      </Padded>
    )
  }
  if (searchedTo && next) {
    const further = <LinkButton to={`/forwarded-emails${toUrlSearch(query, next)}`}>{t('search.further')}</LinkButton>
    return <Padded title={t('none.yet', { day: formatDay(new Date(searchedTo), now, language) })} action={further} />
  }
  if (cursor) return <Padded title={t('none.older')} action={clear} />
  if (query.searchText) {
    return (
      <Padded
        title={t('none.found', { words: query.searchText })}
        action={query.state === 'all' ? clear : <SearchAll to={`/forwarded-emails${toUrlSearch({ ...query, state: 'all' })}`} />}
      >
        {t(isFiltered({ ...query, searchText: '' }) || query.state !== 'all' ? 'none.found.narrow' : 'none.found.text')}
      </Padded>
    )
  }
  if (isFiltered(query)) {
    return (
      <Padded title={t('none.narrow')} action={clear}>
        {t('none.narrow.text')}
      </Padded>
    )
  }
  if (query.state === usualState && arrived !== 0)
    return (
      <Padded title={t('none.matched')} action={clear}>
        {t('none.matched.text')}
      </Padded>
    )
  if (query.state !== 'all' && query.state !== usualState) {
    return (
      <Padded title={t('none.title', { part: query.state })} action={clear}>
        {t('none.text', { part: query.state })}
      </Padded>
    )
  }
  return (
    <Padded motif title={t('empty.title')} action={<LinkButton to="/email-accounts">{t('empty.deed')}</LinkButton>}>
      {t('empty.text')}
    </Padded>
  )
}

function SearchAll({ to }: { to: string }) {
  const t = useWords('forwarded')
  return (
    <LinkButton look="quiet" to={to}>
      {t('search.all')}
    </LinkButton>
  )
}

const Padded = (props: Parameters<typeof EmptyState>[0]) => (
  <div className="p-(--pad)">
    <EmptyState {...props} />
  </div>
)
