// The filter editor: the filter on the left, and a trial on recent email on the right.
import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { SavedFilter } from '../../../core/api/filters.ts'
import { finishedPart, fromEditorRoot, toEditorRoot } from '../../../core/filters/edit.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Confirm } from '../../ui/overlays/Dialog.tsx'
import { lazyPart } from '../../words/lazy-part.tsx'
import { useWords } from '../../words/words.tsx'
import { AskBeforeLeaving } from '../AskBeforeLeaving.tsx'
import { DescribeFilter } from './describe/DescribeFilter.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import { FilterCard } from './FilterCard.tsx'
import { isUnfinishedAction, type Prefilled, toFilterDraft } from './filter-draft.ts'
import { MessagePreview } from './trial/MessagePreview.tsx'
import { TrialBar } from './trial/TrialBar.tsx'
import { TrialPanel } from './trial/TrialPanel.tsx'
import { useIncludeNearMiss } from './trial/useIncludeNearMiss.ts'
import { useTrial } from './trial/useTrial.ts'
import { useEditor } from './useEditor.ts'
import { useEditorShortcuts } from './useEditorShortcuts.ts'

const changed = lazyPart(['conflict', 'filterways', 'oncall'], async () => (await import('./ChangedElsewhere.tsx')).ChangedElsewhere)

export function Editor({ saved, prefilled }: { saved: SavedFilter | null; prefilled: Prefilled }) {
  const t = useWords('editor')
  const matched = useRef<number | null>(null)
  const editor = useEditor(saved, prefilled, matched)
  const { draft, isDirty, problem, refusal, form, update } = editor
  const finishedActions = draft.actions.filter(action => !isUnfinishedAction(action))
  const { trial, retry } = useTrial(saved?.id ?? null, finishedPart(fromEditorRoot(draft.root)), finishedActions)
  const include = useIncludeNearMiss(draft.root, root => update({ root }))
  useEditorShortcuts(editor)
  useEffect(() => {
    matched.current = trial.phase === 'done' ? (trial.done?.matched ?? null) : null
  }, [trial])
  const errorText = refusal ?? (problem && problem.word !== 'name.missing' && t(problem.word))
  const forwards = draft.actions.some(action => action.kind === 'forward')
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        editor.trySave()
      }}
    >
      <PageHeader
        title={saved?.name ?? t('new')}
        above={<Link to="/filters">{t('back')}</Link>}
        action={<EditorToolbar saved={saved} editor={editor} />}
      >
        {t(!saved ? 'lead.new' : isDirty ? 'lead.dirty' : saved.paused ? 'lead.paused' : 'lead.saved')}
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-(--gap) lg:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
        <section aria-label={t('filter')} className="grid grid-cols-1 gap-(--gap)">
          {errorText && (
            <Note kind="danger" alert>
              {errorText}
            </Note>
          )}
          {prefilled.note && <Note>{prefilled.note}</Note>}
          {!saved && !prefilled.condition && (
            <DescribeFilter onUse={(condition, actions) => update({ root: toEditorRoot(condition), actions })} />
          )}
          <FilterCard
            editor={editor}
            forwards={forwards}
            preview={<MessagePreview name={draft.name} actions={finishedActions} samples={trial.samples} />}
          />
        </section>
        <div className="lg:sticky lg:top-5">
          <TrialPanel trial={trial} hasSaved={saved !== null} forwards={forwards} onRetry={retry} onInclude={include} />
        </div>
      </div>
      <TrialBar trial={trial} hasSaved={saved !== null} isBusy={editor.isBusy} />
      <ConfirmDailyVolume editor={editor} />
      {editor.conflict && (
        <Suspense>
          <changed.View
            theirs={editor.conflict}
            mine={toFilterDraft(draft)}
            isBusy={editor.isBusy}
            onSaveMine={editor.saveMine}
            onUseTheirs={editor.useTheirs}
            onClose={editor.closeConflict}
          />
        </Suspense>
      )}
      <AskBeforeLeaving isDirty={isDirty} canLeave={editor.canLeave} text={t('leave')} />
    </form>
  )
}

function ConfirmDailyVolume({ editor }: { editor: ReturnType<typeof useEditor> }) {
  const t = useWords('editor')
  return (
    <Confirm
      open={editor.dailyVolume !== null}
      onClose={editor.cancelMany}
      title={t('many.title', { n: editor.dailyVolume ?? 0 })}
      action={t('many.deed')}
      cancelLabel={t('many.stay')}
      busy={editor.isBusy}
      danger={false}
      onConfirm={editor.confirmMany}
    >
      <p>{t('many.text')}</p>
    </Confirm>
  )
}
