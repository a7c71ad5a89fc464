// An empty message list: why it is empty, and what to do next.

import { LinkButton } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { dayText } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { isNarrow, isTurned, searchOf } from '../../queries/list-query.ts'
import type { ListedPage } from '../../queries/messages.ts'

export function NothingFound({ page: { slice, before, next, searchedTo }, now }: { page: ListedPage; now: Date }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const clear = (
    <LinkButton look="quiet" to="/forwarded-emails">
      {t('none.clear')}
    </LinkButton>
  )
  if (isTurned(slice)) {
    const { from: to, to: from } = slice
    return (
      <Padded
        title={t('none.turned')}
        action={<LinkButton to={`/forwarded-emails${searchOf({ ...slice, from, to })}`}>{t('none.turn')}</LinkButton>}
      >
        {t('none.turned.text')}
      </Padded>
    )
  }
  if (searchedTo && next) {
    const further = <LinkButton to={`/forwarded-emails${searchOf(slice, next)}`}>{t('search.further')}</LinkButton>
    return <Padded title={t('none.yet', { day: dayText(new Date(searchedTo), now, language) })} action={further} />
  }
  if (before) return <Padded title={t('none.older')} action={clear} />
  if (slice.words) {
    return (
      <Padded title={t('none.found', { words: slice.words })} action={clear}>
        {t(isNarrow({ ...slice, words: '' }) || slice.part !== 'all' ? 'none.found.narrow' : 'none.found.text')}
      </Padded>
    )
  }
  if (isNarrow(slice)) {
    return (
      <Padded title={t('none.narrow')} action={clear}>
        {t('none.narrow.text')}
      </Padded>
    )
  }
  if (slice.part !== 'all') {
    return (
      <Padded title={t('none.title', { part: slice.part })} action={clear}>
        {t('none.text', { part: slice.part })}
      </Padded>
    )
  }
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
