// The state of the filter editor: the draft, its errors once saving was tried, and undo and redo.
import { type RefObject, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFilter } from '../../../core/api/filters.ts'
import type { ConditionGroup } from '../../../core/filters/edit.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { useSaveFilter } from '../queries/filters.ts'
import { useFocusAfter } from '../useFocusAfter.ts'
import { dailyVolumeOf } from './daily-volume.ts'
import { asFilter, type EditorDraft, isSame, openDraft, type Prefilled, problemOf } from './filter-draft.ts'
import { useOnceRead } from './query/useOnceRead.ts'
import type { Typing } from './query/useTyped.ts'

/** `matched`: how many kept mails the trial found, to offer them after saving; null where it is not known. */
export function useEditor(saved: SavedFilter | null, prefilled: Prefilled, matched: RefObject<number | null>) {
  const explain = useExplain()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [unchanged] = useState(() => openDraft(saved, {}))
  const [past, setPast] = useState(() => begin(openDraft(saved, prefilled)))
  const [hasTried, setTried] = useState(false)
  const [many, setMany] = useState<number | null>(null)
  const [typing, setTyping] = useState<Typing | null>(null)
  const { isLetGo, letGo } = useLetGo()
  const save = useSaveFilter(saved?.id ?? null)
  const draft = past.now
  const alter = (part: Partial<EditorDraft>, mark?: string) => {
    setPast(before => change(before, { ...before.now, ...part }, mark))
    if (save.isError) save.reset()
  }
  /** A late parse result is dropped if the builder has moved on. */
  const alterRead = (root: ConditionGroup, from: ConditionGroup) => {
    setPast(before => (before.now.root === from ? change(before, { ...before.now, root }, 'query') : before))
    if (save.isError) save.reset()
  }
  const send = (sureOfMany: boolean) =>
    save.mutate(
      { draft: asFilter(draft), sureOfMany },
      {
        onSuccess: ({ id }) => {
          letGo()
          void navigate('/filters', { state: { saved: id, matched: matched.current } })
        },
        onError: error => setMany(dailyVolumeOf(error)),
      },
    )
  const trySave = () => {
    if (save.isPending) return
    setTried(true)
    if (problemOf(draft)) return focus('[aria-invalid="true"]', '[data-adds="0"]')
    send(false)
  }
  const { ask, isAsked, isUnread } = useOnceRead(typing, draft.root, trySave)
  return {
    draft,
    alter,
    alterRead,
    undo: past.before.length > 0 ? () => setPast(undo) : null,
    redo: past.after.length > 0 ? () => setPast(redo) : null,
    isDirty: isUnread || !isSame(draft, unchanged),
    isBusy: save.isPending || isAsked,
    problem: hasTried ? problemOf(draft) : null,
    refusal: save.error && many === null ? explain(save.error) : null,
    many,
    sure: () => send(true),
    unsure: () => {
      setMany(null)
      save.reset()
    },
    trySave: ask,
    typing,
    setTyping,
    isLetGo,
    letGo,
    form,
    focus,
  }
}

function useLetGo() {
  const isLetGo = useRef(false)
  const letGo = useCallback(() => {
    isLetGo.current = true
  }, [])
  return { isLetGo, letGo }
}

interface Past<T> {
  before: T[]
  now: T
  after: T[]
  /** What the last change was about; repeated changes of the same thing, such as typing, form one undo step. */
  mark: string | null
}

const longest = 200

const begin = <T>(now: T): Past<T> => ({ before: [], now, after: [], mark: null })

function change<T>(past: Past<T>, now: T, mark: string | null = null): Past<T> {
  if (mark !== null && mark === past.mark) return { ...past, now, after: [] }
  return { before: [...past.before, past.now].slice(-longest), now, after: [], mark }
}

function undo<T>(past: Past<T>): Past<T> {
  const now = past.before.at(-1)
  if (now === undefined) return past
  return { before: past.before.slice(0, -1), now, after: [past.now, ...past.after], mark: null }
}

function redo<T>(past: Past<T>): Past<T> {
  const [now, ...after] = past.after
  if (now === undefined) return past
  return { before: [...past.before, past.now], now, after, mark: null }
}
