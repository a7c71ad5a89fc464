// The state of the editor: marks appear with the first try to save and leave as each is mended; every step can be undone.
import { type RefObject, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFilter } from '../../../core/api/filters.ts'
import type { Group } from '../../../core/filters/edit.ts'
import { useExplain } from '../../ui/failure.ts'
import { useFocusAfter } from '../useFocusAfter.ts'
import { asFilter, type Brought, type Draft, isSame, openDraft, problemOf } from './filter-draft.ts'
import { useSaveFilter } from './filters.ts'
import { manyOf } from './many.ts'
import { begin, change, redo, undo } from './past.ts'
import { useOnceRead } from './query/useOnceRead.ts'
import type { Typing } from './query/useTyped.ts'

/** `matched`: how many kept mails the trial found, to offer them after saving; null where it is not known. */
export function useEditor(saved: SavedFilter | null, brought: Brought, matched: RefObject<number | null>) {
  const explain = useExplain()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [unchanged] = useState(() => openDraft(saved, {}))
  const [past, setPast] = useState(() => begin(openDraft(saved, brought)))
  const [hasTried, setTried] = useState(false)
  const [many, setMany] = useState<number | null>(null)
  const [typing, setTyping] = useState<Typing | null>(null)
  const { isLetGo, letGo } = useLetGo()
  const save = useSaveFilter(saved?.id ?? null)
  const draft = past.now
  const alter = (part: Partial<Draft>, mark?: string) => {
    setPast(before => change(before, { ...before.now, ...part }, mark))
    if (save.isError) save.reset()
  }
  /** What was read late changes nothing where the builder has moved on. */
  const alterRead = (root: Group, from: Group) => {
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
        onError: error => setMany(manyOf(error)),
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
