// The input for a typed query, with syntax highlighting, underlined errors and completion.
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Completions } from '../../../../core/filters/query/complete.ts'
import { cx } from '../../../ui/cx.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useMailboxes } from '../../queries/mailboxes.ts'
import { useLists } from '../lists/lists.ts'
import { CompletionList } from './CompletionList.tsx'
import { QueryHighlight } from './QueryHighlight.tsx'
import { loadQueryTools } from './query-tools.ts'
import type { TypedQuery } from './useTypedQuery.ts'

interface InputProps {
  id: string
  describedBy: string
  typed: TypedQuery
  ref: RefObject<HTMLTextAreaElement | null>
}

const textClass =
  'col-start-1 row-start-1 min-h-24 w-full px-4 py-3 font-mono text-md/[1.6rem] md:text-sm/[1.6rem] whitespace-pre-wrap wrap-anywhere'
const maxCompletions = 8

export function QueryInput({ id, describedBy, typed, ref }: InputProps) {
  const t = useWords('editor')
  const { completions, chosen, listId, update, close, choose, onKeyDown } = useCompletions(id, typed, ref)
  return (
    <div className="relative">
      <div className="grid max-h-96 overflow-y-auto rounded-hull border border-edge bg-sunk has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-focus">
        <QueryHighlight className={textClass} text={typed.text} problems={typed.problems} />
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
          aria-controls={completions ? listId : undefined}
          aria-activedescendant={completions && chosen >= 0 ? `${listId}-${chosen}` : undefined}
          placeholder={t('typed.placeholder')}
          className={cx(textClass, 'resize-none overflow-hidden bg-transparent caret-ink outline-none typed-over')}
          value={typed.text}
          onChange={event => {
            typed.type(event.target.value)
            update(event.target.value, event.target.selectionStart)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
      </div>
      {completions && (
        <CompletionList id={listId} label={t('typed.complete')} items={completions.items} chosen={chosen} onChoose={choose} />
      )}
      <p className="sr-only" role="status">
        {completions && t('typed.offers', { n: completions.items.length })}
      </p>
    </div>
  )
}

function useCompletions(id: string, typed: TypedQuery, box: RefObject<HTMLTextAreaElement | null>) {
  const lists = useLists().data?.items.map(list => list.name) ?? []
  const mailboxes = useMailboxes().data?.items.map(mailbox => mailbox.address) ?? []
  const [result, setResult] = useState<Completions | null>(null)
  const [chosen, setChosen] = useState(-1)
  const language = useLanguage()
  const completions = result && result.items.length > 0 ? { ...result, items: result.items.slice(0, maxCompletions) } : null
  const close = () => setResult(null)
  const find = (text: string, caret: number) =>
    void loadQueryTools(language)
      .then(({ complete }) => isCurrent(box.current, text) && setResult(complete(text, caret, { lists, mailboxes })))
      .catch(close)
  const update = (text: string, caret: number) => {
    setChosen(-1)
    if (text.slice(0, caret).trim()) find(text, caret)
    else close()
  }
  const choose = (index: number) => {
    const item = completions?.items[index]
    if (!completions || !item) return
    const text = typed.text.slice(0, completions.start) + item.text + typed.text.slice(completions.end)
    const caret = completions.start + item.text.length
    typed.type(text)
    close()
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
      update(text, caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const action = findAction(event, completions !== null, chosen)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    const { value, selectionStart } = event.currentTarget
    if (action === 'open') find(value, selectionStart)
    else if (action === 'close') close()
    else if (action === 'choose') choose(chosen)
    else if (completions) setChosen(index => nextIndex(index, action === 'next' ? 1 : -1, completions.items.length))
  }
  return { completions, chosen, listId: `${id}-offers`, update, close, choose, onKeyDown }
}

/** The input has the focus and its text is unchanged. */
const isCurrent = (box: HTMLTextAreaElement | null, text: string): boolean => box?.value === text && document.activeElement === box

type CompletionAction = 'open' | 'next' | 'previous' | 'close' | 'choose' | null

interface KeyPress {
  key: string
  ctrlKey: boolean
}

function findAction({ key, ctrlKey }: KeyPress, isOpen: boolean, chosen: number): CompletionAction {
  if (key === ' ' && ctrlKey) return 'open'
  if (!isOpen) return null
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'previous'
  if (key === 'Escape') return 'close'
  return (key === 'Enter' || key === 'Tab') && chosen >= 0 ? 'choose' : null
}

const nextIndex = (chosen: number, by: 1 | -1, count: number): number =>
  chosen < 0 ? (by > 0 ? 0 : count - 1) : (chosen + by + count) % count
