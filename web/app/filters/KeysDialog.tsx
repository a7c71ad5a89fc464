// The keys of the editor, to look up.
import { Dialog } from '../../ui/Dialog.tsx'
import { useWords } from '../../words.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const mod = isMac ? '⌘' : 'Ctrl'
const alt = isMac ? '⌥' : 'Alt'

const rows = [
  { word: 'keys.save', keys: [`${mod} S`] },
  { word: 'keys.undo', keys: [`${mod} Z`, `${mod} ⇧ Z`] },
  { word: 'keys.move', keys: [`${alt} ↑`, `${alt} ↓`] },
  { word: 'keys.add', keys: [`${mod} ↵`] },
  { word: 'keys.double', keys: [`${alt} ⇧ D`] },
  { word: 'keys.wrap', keys: [`${alt} ⇧ G`] },
  { word: 'keys.remove', keys: [`${alt} ⇧ ⌫`] },
  { word: 'keys.complete', keys: ['Ctrl ␣', '↑ ↓', '↵'] },
] as const

export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useWords('editor')
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {rows.map(({ word, keys }) => (
          <div key={word} className="contents">
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
            <dd className="text-ink-2">{t(word)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
