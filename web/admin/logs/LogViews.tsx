// Saved views of the log: links to filters that staff have given a name.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { addLogViewApi, type LogFilters, listLogViewsApi } from '../../../core/api/admin/logs.ts'
import { useCall } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogButtons } from '../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { logsPath } from './filter-url.ts'
import { ManageLogViews } from './ManageLogViews.tsx'

export const logViewsKey = ['admin', 'logs', 'views'] as const

export function LogViews({ filters, isFiltered }: { filters: LogFilters; isFiltered: boolean }) {
  const t = useWords('adminlogs')
  const call = useCall()
  const [open, setOpen] = useState<'save' | 'manage' | null>(null)
  const { data } = useQuery({
    queryKey: logViewsKey,
    queryFn: ({ signal }) => call(listLogViewsApi, 'GET', '/api/admin/logs/views', { signal }),
  })
  const views = data?.items ?? []
  return (
    <nav aria-label={t('views')} className="flex flex-wrap items-center gap-2">
      {views.map(view => (
        <LinkButton key={view.id} look="quiet" small to={logsPath(view.filters)}>
          {view.name}
        </LinkButton>
      ))}
      {isFiltered && (
        <Button look="bare" small onClick={() => setOpen('save')}>
          <Bookmark size={16} aria-hidden /> {t('views.save')}
        </Button>
      )}
      {views.length > 0 && (
        <Button look="bare" small onClick={() => setOpen('manage')}>
          {t('views.manage')}
        </Button>
      )}
      <SaveLogView open={open === 'save'} filters={filters} onClose={() => setOpen(null)} />
      <ManageLogViews open={open === 'manage'} views={views} onClose={() => setOpen(null)} />
    </nav>
  )
}

function SaveLogView({ open, filters, onClose }: { open: boolean; filters: LogFilters; onClose(): void }) {
  const t = useWords('adminlogs')
  const ui = useWords('ui')
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const save = useMutation({
    mutationFn: () => call(addLogViewApi, 'POST', '/api/admin/logs/views', { body: { name: name.trim(), filters, isShared } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: logViewsKey })
      toast.success(t('views.saved'))
      setName('')
      setHasTried(false)
      onClose()
    },
  })
  const isNameMissing = name.trim() === ''
  return (
    <Dialog open={open} onClose={onClose} title={t('views.save')}>
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={event => {
          event.preventDefault()
          setHasTried(true)
          if (!isNameMissing) save.mutate()
        }}
      >
        <Field label={t('views.name')} error={hasTried && isNameMissing ? t('views.nameMissing') : undefined}>
          <TextInput value={name} maxLength={60} onChange={event => setName(event.target.value)} />
        </Field>
        <Checkbox label={t('views.share')} checked={isShared} onChange={setShared} />
        {save.error && (
          <Note kind="danger" alert>
            {explain(save.error)}
          </Note>
        )}
        <DialogButtons>
          <Button look="quiet" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {t('views.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
