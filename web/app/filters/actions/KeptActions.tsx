// Actions of an imported filter that are kept but not supported yet.
import type { Action } from '../../../../core/filters/action.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useWords } from '../../../words/words.tsx'

export function KeptActions({ actions }: { actions: Action[] }) {
  const t = useWords('editor')
  const forward = actions.find(action => action.kind === 'forward')
  const kept = forward?.attachments === undefined ? [] : [t('kept.attachments')]
  if (kept.length === 0) return null
  return (
    <Note kind="info">
      <p className="font-strong">{t('kept.title')}</p>
      <ul>
        {kept.map(what => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Note>
  )
}
