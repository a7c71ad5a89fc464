// The result of a connection test.
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import type { useCheckMailbox } from '../queries/mailboxes.ts'

export function ConnectionTestNote({ check }: { check: ReturnType<typeof useCheckMailbox> }) {
  const t = useWords('accounts')
  const explain = useExplain()
  if (check.isPending) return <Note>{t('form.testing')}</Note>
  if (check.error) return <Note kind="danger">{explain(check.error)}</Note>
  if (!check.data) return null
  return (
    <Note kind={check.data.ok ? 'ok' : 'danger'} alert>
      {check.data.ok ? t('works') : check.data.message}
    </Note>
  )
}
