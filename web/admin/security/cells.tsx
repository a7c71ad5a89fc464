// Cells that several lists of the security page share: a person, a device, a moment, a failure to load.
import { Link } from '../../navigation/navigation.tsx'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { formatDateTime } from '../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../words/words.tsx'

export interface ShownPerson {
  id: string
  email: string | null
}

/** Links to the page of the user. */
export function PersonLink({ person }: { person: ShownPerson | null }) {
  const t = useWords('adminsecurity')
  if (!person) return t('unknownPerson')
  return (
    <Link to={`/admin/users/${person.id}`} className="wrap-anywhere">
      {person.email ?? t('noEmail')}
    </Link>
  )
}

export function DeviceName({ device }: { device: { browser: string; system: string } | null }) {
  const t = useWords('adminsecurity')
  return device ? t('device', device) : t('unknownDevice')
}

const minuteMs = 60_000

export function Moment({ at }: { at: string }) {
  const now = useNow(minuteMs)
  return <Ago at={at} now={now} className="tabular-nums" />
}

/** A future time, as a date. */
export function Later({ at }: { at: string }) {
  const language = useLanguage()
  return <time dateTime={at}>{formatDateTime(at, language)}</time>
}

export function LoadFailure({ error, retry }: { error: Error; retry(): void }) {
  const t = useWords('adminsecurity')
  const explain = useExplain()
  return (
    <Note kind="danger" alert>
      <b>{t('failed')}</b> {explain(error)}{' '}
      <Button look="bare" small onClick={retry}>
        {t('retry')}
      </Button>
    </Note>
  )
}
