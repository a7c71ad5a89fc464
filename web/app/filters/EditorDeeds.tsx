// What can be done with the whole filter: undo, redo, history, keys, delete, discard, save.
import { History, Keyboard, MoreHorizontal, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFilter } from '../../../core/api/filters.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useWords } from '../../words.tsx'
import { useRemoveFilter } from './filters.ts'
import { KeysDialog } from './KeysDialog.tsx'
import type { useEditor } from './useEditor.ts'

export function EditorDeeds({ saved, editor }: { saved: SavedFilter | null; editor: ReturnType<typeof useEditor> }) {
  const t = useWords('editor')
  const ui = useWords('ui')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const { undo, redo } = editor
  const { mutate: remove } = useRemoveFilter()
  const removeSaved = (filter: SavedFilter) => {
    remove(filter)
    editor.letGo()
    void navigate('/filters')
  }
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 md:gap-x-2">
      <span className="flex items-center max-md:-ms-2.5 md:gap-2">
        <IconButton icon={Undo2} label={t('undo')} aria-disabled={!undo} className={undo ? undefined : faint} onClick={() => undo?.()} />
        <IconButton icon={Redo2} label={t('redo')} aria-disabled={!redo} className={redo ? undefined : faint} onClick={() => redo?.()} />
        <Menu
          label={ui('more')}
          trigger={<IconButton icon={MoreHorizontal} label={ui('more')} />}
          items={[
            ...(saved ? [{ word: t('history'), icon: History, onPick: () => void navigate(`/filters/${saved.id}/history`) }] : []),
            { word: t('keys'), icon: Keyboard, onPick: () => setOpen(true) },
            ...(saved ? [{ word: t('delete'), icon: Trash2, danger: true, onPick: () => removeSaved(saved) }] : []),
          ]}
        />
      </span>
      <LinkButton to="/filters" look="bare">
        {t('discard')}
      </LinkButton>
      <Button type="submit" busy={editor.isBusy}>
        {t(saved ? 'save.changes' : 'save')}
      </Button>
      <KeysDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

const faint = 'cursor-not-allowed! text-ink-3! opacity-60 hover:bg-transparent!'
