// Renames and deletes saved views of the log.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LogView, removeLogViewApi, renameLogViewApi } from '../../../core/api/admin/logs.ts'
import { useAuth, useCall } from '../../session/session.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useWords } from '../../words/words.tsx'

export function ManageLogViews({ open, views, onClose }: { open: boolean; views: readonly LogView[]; onClose(): void }) {
  const t = useWords('adminlogs')
  const { hasRole } = useAuth()
  return (
    <Dialog open={open} onClose={onClose} title={t('views.manage')} lead={t('views.manageText')}>
      <ul className="grid gap-3">
        {views.map(view => (
          <li key={`${view.id} ${view.name}`}>
            <ViewRow view={view} mayChange={view.isOwn || hasRole('admin')} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function ViewRow({ view, mayChange }: { view: LogView; mayChange: boolean }) {
  const t = useWords('adminlogs')
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const [name, setName] = useState(view.name)
  const refresh = () => queries.invalidateQueries({ queryKey: ['admin', 'logs', 'views'] })
  const rename = useMutation({
    mutationFn: () =>
      call(renameLogViewApi, 'PATCH', '/api/admin/logs/views/:id', { params: { id: view.id }, body: { name: name.trim() } }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: () => call(removeLogViewApi, 'DELETE', '/api/admin/logs/views/:id', { params: { id: view.id } }),
    onSuccess: refresh,
  })
  const failure = rename.error ?? remove.error
  const apply = () => {
    if (name.trim() === '') setName(view.name)
    else if (name.trim() !== view.name) rename.mutate()
  }
  return (
    <>
      <div className="flex items-center gap-2">
        <TextInput
          aria-label={t('views.nameOf', { name: view.name })}
          value={name}
          maxLength={60}
          readOnly={!mayChange}
          onChange={event => setName(event.target.value)}
          onBlur={apply}
          onKeyDown={event => event.key === 'Enter' && apply()}
        />
        {view.isShared && <span className="text-sm whitespace-nowrap text-ink-2">{t('views.shared')}</span>}
        {mayChange && (
          <IconButton
            icon={Trash2}
            label={t('views.delete', { name: view.name })}
            aria-busy={remove.isPending}
            onClick={() => remove.mutate()}
          />
        )}
      </div>
      {failure && (
        <Note kind="danger" alert>
          {explain(failure)}
        </Note>
      )}
    </>
  )
}
