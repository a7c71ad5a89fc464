// What an imported filter also asks for and nobody carries out yet: it is kept, and said so.
import type { Action } from '../../../../core/filters/action.ts'
import { Note } from '../../../ui/Note.tsx'
import { useWords } from '../../../words.tsx'

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
