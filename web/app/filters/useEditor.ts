// The state of the filter editor: the draft, its errors after the first attempt to save, and undo and redo.
import { type RefObject, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChangedElsewhere, type SavedFilter } from '../../../core/api/filters.ts'
import type { ConditionGroup } from '../../../core/filters/edit.ts'
import { ApiError } from '../../ApiError.ts'
import { useExplain } from '../../ui/feedback/failure.ts'
import { usePutFilter, useSaveFilter } from '../queries/filters.ts'
import { useFocusAfter } from '../useFocusAfter.ts'
import { parseDailyVolume } from './daily-volume.ts'
import { type EditorDraft, findDraftProblem, isSameFilter, type Prefilled, toEditorDraft, toFilterDraft } from './filter-draft.ts'
import { useOnceParsed } from './query/useOnceParsed.ts'
import type { QueryTyping } from './query/useTypedQuery.ts'

/** `matched`: how many stored emails the trial found, so that they can be offered after saving; null if unknown. */
export function useEditor(saved: SavedFilter | null, prefilled: Prefilled, matched: RefObject<number | null>) {
  const explain = useExplain()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [unchanged] = useState(() => toEditorDraft(saved, {}))
  const [history, setHistory] = useState(() => startHistory(toEditorDraft(saved, prefilled)))
  const [hasTried, setTried] = useState(false)
  const [dailyVolume, setDailyVolume] = useState<number | null>(null)
  const [typing, setTyping] = useState<QueryTyping | null>(null)
  const { canLeave, allowLeaving } = useCanLeave()
  const save = useSaveFilter(saved?.id ?? null)
  const putFilter = usePutFilter()
  // The list may be read again while the draft still builds on this version.
  const [version] = useState(saved?.version)
  const [conflict, setConflict] = useState<SavedFilter | null>(null)
  const draft = history.now
  const update = (changes: Partial<EditorDraft>, topic?: string) => {
    setHistory(before => recordChange(before, { ...before.now, ...changes }, topic))
    if (save.isError) save.reset()
  }
  /** A late parse result is dropped if the builder has changed the filter since. */
  const updateParsed = (root: ConditionGroup, parsedFrom: ConditionGroup) => {
    setHistory(before => (before.now.root === parsedFrom ? recordChange(before, { ...before.now, root }, 'query') : before))
    if (save.isError) save.reset()
  }
  const send = (sureOfMany: boolean, over = conflict?.version ?? version) =>
    save.mutate(
      { draft: toFilterDraft(draft), sureOfMany, version: over },
      {
        onSuccess: ({ id }) => {
          allowLeaving()
          void navigate('/filters', { state: { saved: id, matched: matched.current } })
        },
        onError: error => {
          setDailyVolume(parseDailyVolume(error))
          setConflict(readConflict(error) ?? conflict)
        },
      },
    )
  const trySave = () => {
    if (save.isPending) return
    setTried(true)
    if (findDraftProblem(draft)) return focus('[aria-invalid="true"]', '[data-adds="0"]')
    send(false)
  }
  const { run: saveOnceParsed, isWaiting, isUnparsed } = useOnceParsed(typing, draft.root, trySave)
  return {
    draft,
    update,
    updateParsed,
    undo: history.before.length > 0 ? () => setHistory(undo) : null,
    redo: history.after.length > 0 ? () => setHistory(redo) : null,
    isDirty: isUnparsed || !isSameFilter(draft, unchanged),
    isBusy: save.isPending || isWaiting,
    problem: hasTried ? findDraftProblem(draft) : null,
    refusal: save.error && dailyVolume === null && conflict === null ? explain(save.error) : null,
    conflict: dailyVolume === null ? conflict : null,
    saveMine: () => send(false),
    useTheirs: () => {
      if (!conflict) return
      putFilter(conflict)
      allowLeaving()
      void navigate(`/filters/${conflict.id}`, { replace: true })
    },
    closeConflict: () => {
      setConflict(null)
      save.reset()
    },
    dailyVolume,
    confirmMany: () => send(true),
    cancelMany: () => {
      setDailyVolume(null)
      save.reset()
    },
    trySave: saveOnceParsed,
    typing,
    setTyping,
    canLeave,
    allowLeaving,
    form,
    focus,
  }
}

const readConflict = (error: unknown): SavedFilter | null =>
  error instanceof ApiError && error.code === 'changed_elsewhere' ? (ChangedElsewhere.safeParse(error.details).data?.current ?? null) : null

function useCanLeave() {
  const canLeave = useRef(false)
  const allowLeaving = useCallback(() => {
    canLeave.current = true
  }, [])
  return { canLeave, allowLeaving }
}

interface EditHistory<T> {
  before: T[]
  now: T
  after: T[]
  /** What the last change was about; repeated changes to the same thing, such as typing, form one undo step. */
  topic: string | null
}

const maxSteps = 200

const startHistory = <T>(now: T): EditHistory<T> => ({ before: [], now, after: [], topic: null })

function recordChange<T>(history: EditHistory<T>, now: T, topic: string | null = null): EditHistory<T> {
  if (topic !== null && topic === history.topic) return { ...history, now, after: [] }
  return { before: [...history.before, history.now].slice(-maxSteps), now, after: [], topic }
}

function undo<T>(history: EditHistory<T>): EditHistory<T> {
  const now = history.before.at(-1)
  if (now === undefined) return history
  return { before: history.before.slice(0, -1), now, after: [history.now, ...history.after], topic: null }
}

function redo<T>(history: EditHistory<T>): EditHistory<T> {
  const [now, ...after] = history.after
  if (now === undefined) return history
  return { before: [...history.before, history.now], now, after, topic: null }
}
