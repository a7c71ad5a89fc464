// What an imported filter also asks for and nobody carries out yet: it is kept, and said so.
import { X } from 'lucide-react'
import { type Action, offeredActions } from '../../../../core/filters/action.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useWords } from '../../../words.tsx'

export function KeptActions({ actions, onRemove }: { actions: Action[]; onRemove?(kind: Action['kind']): void }) {
  const t = useWords('editor')
  const forward = actions.find(action => action.kind === 'forward')
  const kept = actions.filter(action => !offeredActions.has(action.kind))
  const shown = [...(forward?.show ? [t('kept.show')] : []), ...(forward?.attachments === undefined ? [] : [t('kept.attachments')])]
  if (kept.length + shown.length === 0) return null
  return (
    <Note kind="info">
      <p className="font-strong">{t('kept.title')}</p>
      <ul className="grid gap-1">
        {kept.map(action => {
          const what = t(`do.${action.kind}`, action.kind === 'at_most' ? { n: action.perHour } : {})
          return (
            <li key={action.kind} className="flex items-center justify-between gap-2">
              {what}
              {onRemove && (
                <IconButton icon={X} label={t('do.remove', { what })} className="size-8!" onClick={() => onRemove(action.kind)} />
              )}
            </li>
          )
        })}
        {shown.map(what => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Note>
  )
}
