// Times in a table, or a dash where there is none.
import { useNow } from '../../../now.ts'
import { Ago } from '../../../ui/text/Ago.tsx'
import { formatDateTime } from '../../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'

export function Moment({ at }: { at: string | null }) {
  const t = useWords('adminusers')
  const now = useNow(10_000)
  return at ? <Ago at={at} now={now} /> : t('none')
}

/** A time that may be in the future, as a date. */
export function Deadline({ at }: { at: string | null }) {
  const t = useWords('adminusers')
  const language = useLanguage()
  if (!at) return t('none')
  return <time dateTime={at}>{formatDateTime(at, language)}</time>
}
