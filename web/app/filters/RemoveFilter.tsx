// Deletes a filter, after asking.
import { useNavigate } from 'react-router'
import type { SavedFilter } from '../../../core/api/filters.ts'
import { Confirm } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words.tsx'
import { useRemoveFilter } from './filters.ts'

interface RemoveProps {
  saved: SavedFilter
  open: boolean
  onClose(): void
  onRemoved(): void
}

export function RemoveFilter({ saved, open, onClose, onRemoved }: RemoveProps) {
  const t = useWords('editor')
  const navigate = useNavigate()
  const remove = useRemoveFilter()
  const go = () =>
    remove.mutate(saved.id, {
      onSuccess: () => {
        toast.success(t('deleted'))
        onRemoved()
        void navigate('/filters')
      },
    })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('delete.title', { name: saved.name })}
      deed={t('delete')}
      busy={remove.isPending}
      onDeed={go}
    >
      <p>{t('delete.text')}</p>
    </Confirm>
  )
}
