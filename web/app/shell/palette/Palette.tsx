// The command palette: finds pages, the person's own things, messages and actions.
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { rank } from '../../../../core/text/rank.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { scrim } from '../../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../../words/words.tsx'
import { useShellDialogs } from '../shell-dialogs.ts'
import { type PaletteEntry, type PaletteGroup, useGuides, usePages, usePaletteActions } from './entries.ts'
import { Finder, type FinderGroup } from './Finder.tsx'
import { useFoundMessages, useThings } from './own-entries.ts'

export function Palette() {
  const t = useWords('palette')
  const { part, open } = useShellDialogs()
  const isOpen = part === 'palette'
  const went = useRef(false)
  const pick = (entry: PaletteEntry) => {
    went.current = true
    open(null)
    entry.run()
  }
  // After navigating, the focus moves to the new screen; after closing, it returns.
  const focusAfter = () => {
    const isGone = went.current
    went.current = false
    return isGone ? (document.querySelector<HTMLElement>('main h1') ?? true) : true
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={next => !next && open(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrim} />
        <Dialog.Popup
          finalFocus={focusAfter}
          className="float fixed inset-x-3 top-[max(0.75rem,calc(12dvh-2rem))] z-40 mx-auto grid max-h-[min(36rem,calc(100dvh-1.5rem))] max-w-[37.5rem] grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-hull-xl"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <Finding onPick={pick} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finding({ onPick }: { onPick(entry: PaletteEntry): void }) {
  const ui = useWords('ui')
  const [typed, setTyped] = useState('')
  const found = useFound(typed)
  return (
    <Finder
      {...found}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      end={<Dialog.Close render={<IconButton icon={X} label={ui('close')} />} />}
    />
  )
}

/** With nothing typed: what came last, where one may go and what one may do. */
function useFound(typed: string): { groups: FinderGroup[]; isSearching: boolean } {
  const pages = usePages()
  const actions = usePaletteActions()
  const guides = useGuides()
  const things = useThings()
  const { mails, isSearching } = useFoundMessages(typed)
  const isEmpty = typed.trim() === ''
  const found = rank([...pages, ...things, ...actions, ...guides], typed)
  const of = (group: PaletteGroup) => found.filter(entry => entry.group === group)
  const groups: FinderGroup[] = isEmpty
    ? [
        { value: 'mail', items: mails },
        { value: 'page', items: of('page').slice(0, 6) },
        { value: 'deed', items: of('deed') },
      ]
    : // The group of the best one comes first.
      [...new Set(found.map(({ group }) => group))]
        .map((value): FinderGroup => ({ value, items: of(value).slice(0, 6) }))
        .concat({ value: 'mail', items: mails })
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}
