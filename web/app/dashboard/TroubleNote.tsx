// Says since when WhatsApp has had trouble, for as long as it lasts.
import { useNow } from '../../now.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatHour } from '../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'

export function TroubleNote({ since }: { since: string }) {
  const t = useWords('notifications')
  const language = useLanguage()
  const now = useNow(60_000)
  return <Note kind="warn">{t('whatsapp_trouble.since', { when: formatHour(new Date(since), now, language) })}</Note>
}
