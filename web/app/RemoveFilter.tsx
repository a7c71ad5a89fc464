// Deletes a filter, after asking.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFilter } from '../../core/api/filters.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { useRemoveFilter } from './filters.ts'

export function RemoveFilter({ saved, onRemoved }: { saved: SavedFilter; onRemoved(): void }) {
  const t = useWords('filters')
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const remove = useRemoveFilter()
  const go = () =>
    remove.mutate(saved.id, {
      onSuccess: () => {
        toast.success(t('editor.deleted'))
        onRemoved()
        void navigate('/filters')
      },
    })
  return (
    <>
      <Button look="bare" className="-ms-3 text-danger" onClick={() => setAsks(true)}>
        {t('editor.delete')}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={t('editor.delete.title', { name: saved.name })}
        deed={t('editor.delete')}
        busy={remove.isPending}
        onDeed={go}
      >
        <p>{t('editor.delete.text')}</p>
      </Confirm>
    </>
  )
}
