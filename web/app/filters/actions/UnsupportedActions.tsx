// Lists the actions of an imported filter that are stored but not supported yet.
import type { Action } from '../../../../core/filters/action.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useWords } from '../../../words/words.tsx'

export function UnsupportedActions({ actions }: { actions: Action[] }) {
  const t = useWords('editor')
  const forward = actions.find(action => action.kind === 'forward')
  const unsupported = forward?.attachments === undefined ? [] : [t('kept.attachments')]
  if (unsupported.length === 0) return null
  return (
    <Note kind="info">
      <p className="font-strong">{t('kept.title')}</p>
      <ul>
        {unsupported.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Note>
  )
}
