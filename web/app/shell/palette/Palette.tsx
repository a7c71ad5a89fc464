// The command palette: finds pages, the person's filters, accounts and phones, messages and actions.
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { rankByQuery } from '../../../../core/text/rank.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { scrim } from '../../../ui/overlays/DialogLayout.tsx'
import { useWords } from '../../../words/words.tsx'
import { useShellDialogs } from '../shell-dialogs.ts'
import { type PaletteEntry, type PaletteGroup, useActionEntries, useGuideEntries, usePageEntries } from './entries.ts'
import { useMessageEntries, useOwnEntries } from './own-entries.ts'
import { PaletteList, type PaletteSection } from './PaletteList.tsx'

export function Palette() {
  const t = useWords('palette')
  const { current, open } = useShellDialogs()
  const isOpen = current === 'palette'
  const hasNavigated = useRef(false)
  const pick = (entry: PaletteEntry) => {
    hasNavigated.current = true
    open(null)
    entry.run()
  }
  // After navigating, the focus moves to the new screen; after closing, it returns.
  const focusAfter = () => {
    const isLeaving = hasNavigated.current
    hasNavigated.current = false
    return isLeaving ? (document.querySelector<HTMLElement>('main h1') ?? true) : true
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
          <PaletteSearch onPick={pick} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteSearch({ onPick }: { onPick(entry: PaletteEntry): void }) {
  const ui = useWords('ui')
  const [typed, setTyped] = useState('')
  const results = usePaletteSections(typed)
  return (
    <PaletteList
      {...results}
      typed={typed}
      onType={setTyped}
      onPick={onPick}
      end={<Dialog.Close render={<IconButton icon={X} label={ui('close')} />} />}
    />
  )
}

/** With nothing typed: the latest messages, the pages, and the actions. */
function usePaletteSections(typed: string): { groups: PaletteSection[]; isSearching: boolean } {
  const pages = usePageEntries()
  const actions = useActionEntries()
  const guides = useGuideEntries()
  const ownEntries = useOwnEntries()
  const { messages, isSearching } = useMessageEntries(typed)
  const isEmpty = typed.trim() === ''
  const results = rankByQuery([...pages, ...ownEntries, ...actions, ...guides], typed)
  const inGroup = (group: PaletteGroup) => results.filter(entry => entry.group === group)
  const sections: PaletteSection[] = isEmpty
    ? [
        { value: 'email', items: messages },
        { value: 'page', items: inGroup('page').slice(0, 6) },
        { value: 'action', items: inGroup('action') },
      ]
    : // The group with the best match comes first.
      [...new Set(results.map(({ group }) => group))]
        .map((value): PaletteSection => ({ value, items: inGroup(value).slice(0, 6) }))
        .concat({ value: 'email', items: messages })
  return { groups: sections.filter(({ items }) => items.length > 0), isSearching }
}
