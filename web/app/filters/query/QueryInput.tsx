// The input for a typed query, with syntax highlighting, underlined errors and completion.
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Completions } from '../../../../core/filters/query/complete.ts'
import { cx } from '../../../ui/cx.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useMailboxes } from '../../queries/mailboxes.ts'
import { useLists } from '../lists/lists.ts'
import { Offers } from './Offers.tsx'
import { QueryPaint } from './QueryPaint.tsx'
import { fetchReading } from './query-tools.ts'
import type { Typed } from './useTyped.ts'

interface InputProps {
  id: string
  describedBy: string
  typed: Typed
  ref: RefObject<HTMLTextAreaElement | null>
}

const face =
  'col-start-1 row-start-1 min-h-24 w-full px-4 py-3 font-mono text-md/[1.6rem] md:text-sm/[1.6rem] whitespace-pre-wrap wrap-anywhere'
const mostOffers = 8

export function QueryInput({ id, describedBy, typed, ref }: InputProps) {
  const t = useWords('editor')
  const { offers, chosen, listId, look, close, take, press } = useOffers(id, typed, ref)
  return (
    <div className="relative">
      <div className="grid max-h-96 overflow-y-auto rounded-hull border border-edge bg-sunk has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-focus">
        <QueryPaint className={face} text={typed.text} problems={typed.problems} />
        <textarea
          ref={ref}
          id={id}
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          aria-describedby={describedBy}
          aria-invalid={typed.problems.length > 0 || undefined}
          aria-autocomplete="list"
          aria-controls={offers ? listId : undefined}
          aria-activedescendant={offers && chosen >= 0 ? `${listId}-${chosen}` : undefined}
          placeholder={t('typed.placeholder')}
          className={cx(face, 'resize-none overflow-hidden bg-transparent caret-ink outline-none typed-over')}
          value={typed.text}
          onChange={event => {
            typed.type(event.target.value)
            look(event.target.value, event.target.selectionStart)
          }}
          onKeyDown={press}
          onBlur={close}
        />
      </div>
      {offers && <Offers id={listId} label={t('typed.complete')} items={offers.items} chosen={chosen} onTake={take} />}
      <p className="sr-only" role="status">
        {offers && t('typed.offers', { n: offers.items.length })}
      </p>
    </div>
  )
}

function useOffers(id: string, typed: Typed, box: RefObject<HTMLTextAreaElement | null>) {
  const lists = useLists().data?.items.map(list => list.name) ?? []
  const mailboxes = useMailboxes().data?.items.map(mailbox => mailbox.address) ?? []
  const [found, setFound] = useState<Completions | null>(null)
  const [chosen, setChosen] = useState(-1)
  const language = useLanguage()
  const offers = found && found.items.length > 0 ? { ...found, items: found.items.slice(0, mostOffers) } : null
  const close = () => setFound(null)
  const find = (text: string, caret: number) =>
    void fetchReading(language)
      .then(({ complete }) => isStill(box.current, text) && setFound(complete(text, caret, { lists, mailboxes })))
      .catch(close)
  const look = (text: string, caret: number) => {
    setChosen(-1)
    if (text.slice(0, caret).trim()) find(text, caret)
    else close()
  }
  const take = (at: number) => {
    const item = offers?.items[at]
    if (!offers || !item) return
    const text = typed.text.slice(0, offers.start) + item.text + typed.text.slice(offers.end)
    const caret = offers.start + item.text.length
    typed.type(text)
    close()
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
      look(text, caret)
    })
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const action = offerActionFor(event, offers !== null, chosen)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    const { value, selectionStart } = event.currentTarget
    if (action === 'open') find(value, selectionStart)
    else if (action === 'close') close()
    else if (action === 'take') take(chosen)
    else if (offers) setChosen(at => nextOffer(at, action === 'next' ? 1 : -1, offers.items.length))
  }
  return { offers, chosen, listId: `${id}-offers`, look, close, take, press }
}

/** The input has the focus and its text is unchanged. */
const isStill = (box: HTMLTextAreaElement | null, text: string): boolean => box?.value === text && document.activeElement === box

type OfferAction = 'open' | 'next' | 'before' | 'close' | 'take' | null

interface Pressed {
  key: string
  ctrlKey: boolean
}

function offerActionFor({ key, ctrlKey }: Pressed, isOpen: boolean, chosen: number): OfferAction {
  if (key === ' ' && ctrlKey) return 'open'
  if (!isOpen) return null
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'before'
  if (key === 'Escape') return 'close'
  return (key === 'Enter' || key === 'Tab') && chosen >= 0 ? 'take' : null
}

const nextOffer = (chosen: number, by: 1 | -1, count: number): number =>
  chosen < 0 ? (by > 0 ? 0 : count - 1) : (chosen + by + count) % count
