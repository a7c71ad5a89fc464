// The editor's toolbar: undo, redo, history, keyboard shortcuts, delete, discard, save.
import { History, Keyboard, MoreHorizontal, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFilter } from '../../../core/api/filters.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useWords } from '../../words/words.tsx'
import { useRemoveFilter } from '../queries/filters.ts'
import type { useEditor } from './useEditor.ts'

export function EditorToolbar({ saved, editor }: { saved: SavedFilter | null; editor: ReturnType<typeof useEditor> }) {
  const t = useWords('editor')
  const ui = useWords('ui')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const { undo, redo } = editor
  const { mutate: remove } = useRemoveFilter()
  const removeSaved = (filter: SavedFilter) => {
    remove(filter)
    editor.allowLeaving()
    void navigate('/filters')
  }
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-2 md:gap-x-2">
      <span className="flex items-center max-md:-ms-2.5 md:gap-2">
        <IconButton
          icon={Undo2}
          label={t('undo')}
          aria-disabled={!undo}
          className={undo ? undefined : disabledLook}
          onClick={() => undo?.()}
        />
        <IconButton
          icon={Redo2}
          label={t('redo')}
          aria-disabled={!redo}
          className={redo ? undefined : disabledLook}
          onClick={() => redo?.()}
        />
        <Menu
          label={ui('more')}
          trigger={<IconButton icon={MoreHorizontal} label={ui('more')} />}
          items={[
            ...(saved ? [{ label: t('history'), icon: History, onSelect: () => void navigate(`/filters/${saved.id}/history`) }] : []),
            { label: t('keys'), icon: Keyboard, onSelect: () => setOpen(true) },
            ...(saved ? [{ label: t('delete'), icon: Trash2, danger: true, onSelect: () => removeSaved(saved) }] : []),
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

const disabledLook = 'cursor-not-allowed! text-ink-3! opacity-60 hover:bg-transparent!'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const mod = isMac ? '⌘' : 'Ctrl'
const alt = isMac ? '⌥' : 'Alt'

const shortcutRows = [
  { label: 'keys.save', keys: [`${mod} S`] },
  { label: 'keys.undo', keys: [`${mod} Z`, `${mod} ⇧ Z`] },
  { label: 'keys.move', keys: [`${alt} ↑`, `${alt} ↓`] },
  { label: 'keys.add', keys: [`${mod} ↵`] },
  { label: 'keys.double', keys: [`${alt} ⇧ D`] },
  { label: 'keys.wrap', keys: [`${alt} ⇧ G`] },
  { label: 'keys.remove', keys: [`${alt} ⇧ ⌫`] },
  { label: 'keys.complete', keys: ['Ctrl ␣', '↑ ↓', '↵'] },
] as const

function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('editor')
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {shortcutRows.map(({ label, keys }) => (
          <div key={label} className="contents">
            <dt className="flex flex-wrap gap-1.5">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="rounded-[4px] bg-sunk px-1.5 py-0.5 text-sm whitespace-nowrap shadow-[inset_0_0_0_1px_var(--edge)]"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-ink-2">{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
