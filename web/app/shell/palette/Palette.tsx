// The palette: type to find a page, a thing of one's own, a mail or a deed; arrows choose, Enter goes.
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { rank } from '../../../../core/palette/rank.ts'
import { scrim } from '../../../ui/DialogParts.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useWords } from '../../../words.tsx'
import { useOver } from '../opened.ts'
import { type Entry, type Group, useDeeds, useGuides, usePages } from './entries.ts'
import { Finder, type Shown } from './Finder.tsx'
import { useMails, useThings } from './things.ts'

export function Palette() {
  const t = useWords('palette')
  const { part, open } = useOver()
  const isOpen = part === 'palette'
  const went = useRef(false)
  const pick = (entry: Entry) => {
    went.current = true
    open(null)
    entry.run()
  }
  // Who went somewhere goes on there; who closed it goes on where they were.
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

function Finding({ onPick }: { onPick(entry: Entry): void }) {
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
function useFound(typed: string): { groups: Shown[]; isSearching: boolean } {
  const pages = usePages()
  const deeds = useDeeds()
  const guides = useGuides()
  const things = useThings()
  const { mails, isSearching } = useMails(typed)
  const isEmpty = typed.trim() === ''
  const found = rank([...pages, ...things, ...deeds, ...guides], typed)
  const of = (group: Group) => found.filter(entry => entry.group === group)
  const groups: Shown[] = isEmpty
    ? [
        { value: 'mail', items: mails },
        { value: 'page', items: of('page').slice(0, 6) },
        { value: 'deed', items: of('deed') },
      ]
    : // The group of the best one comes first.
      [...new Set(found.map(({ group }) => group))]
        .map((value): Shown => ({ value, items: of(value).slice(0, 6) }))
        .concat({ value: 'mail', items: mails })
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}
