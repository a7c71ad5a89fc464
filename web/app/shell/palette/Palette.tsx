// The palette: type to find a page, a thing of one's own, a mail or a deed; arrows choose, Enter goes.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { rank } from '../../../../core/palette/rank.ts'
import { scrim } from '../../../ui/DialogParts.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useWords } from '../../../words.tsx'
import { KeyCaps } from '../keys/KeyCaps.tsx'
import { useOver } from '../opened.ts'
import { type Entry, type Group, useDeeds, useGuides, usePages } from './entries.ts'
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
          <Finder onPick={pick} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ onPick }: { onPick(entry: Entry): void }) {
  const t = useWords('palette')
  const ui = useWords('ui')
  const [typed, setTyped] = useState('')
  const { groups, isSearching } = useFound(typed)
  const n = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(value, { reason }) => reason === 'input-change' && setTyped(value)}
      itemToStringValue={(entry: Entry) => entry.word}
    >
      <div className="flex items-center gap-3 border-b border-line ps-4 pe-1.5">
        <Search size={20} aria-hidden className="flex-none text-ink-2" />
        <Autocomplete.Input
          aria-label={t('title')}
          placeholder={t('hint')}
          enterKeyHint="go"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Dialog.Close render={<IconButton icon={X} label={ui('close')} />} />
      </div>
      <div className="overflow-y-auto overscroll-contain p-2">
        <Autocomplete.List aria-label={t('title')}>
          {(group: Shown) => (
            <Autocomplete.Group key={group.value} items={group.items} className="mb-2">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-strong text-ink-2">
                {t(`group.${group.value}`)}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>{(entry: Entry) => <Line key={entry.id} entry={entry} onPick={onPick} />}</Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        {n === 0 && <p className="px-3 py-4 text-ink-2">{isSearching ? t('searching') : t('none')}</p>}
        <Autocomplete.Status className="sr-only">{isSearching ? t('searching') : t('count', { n })}</Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  )
}

function Line({ entry, onPick }: { entry: Entry; onPick(entry: Entry): void }) {
  const { word, aside, icon: Icon, keys } = entry
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onPick(entry)}
      className="flex min-h-11 items-center gap-3 rounded-hull-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-accent-soft"
    >
      <Icon size={18} aria-hidden className="flex-none text-ink-2" />
      <span className="min-w-0 flex-1 truncate rtl:text-right" dir="auto">
        {word}
      </span>
      {aside && <span className="max-w-[40%] truncate text-sm text-ink-2">{aside}</span>}
      {keys && (
        <span aria-hidden className="max-sm:hidden">
          <KeyCaps keys={keys} then="" />
        </span>
      )}
    </Autocomplete.Item>
  )
}

interface Shown {
  value: Group
  items: Entry[]
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
