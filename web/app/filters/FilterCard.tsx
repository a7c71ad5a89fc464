// The filter in the editor: name, conditions, actions, typed query and Sieve; on a phone one view at a time.
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { TextInput } from '../../ui/forms/TextInput.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { onFirstInteraction } from '../../ui/overlays/on-first-interaction.ts'
import { lazyPart } from '../../words/lazy-part.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { ActionsEditor } from './actions/ActionsEditor.tsx'
import { Builder } from './builder/Builder.tsx'
import { useBuilderEdit } from './builder/useBuilderEdit.ts'
import { TypedView } from './query/TypedView.tsx'
import type { useEditor } from './useEditor.ts'
import { useIsWide } from './useIsWide.ts'

const sieve = lazyPart(['sieve'], async () => (await import('./query/SieveView.tsx')).SieveView)

const views = ['builder', 'typed', 'sieve'] as const
type View = (typeof views)[number]

interface CardProps {
  editor: ReturnType<typeof useEditor>
  forwards: boolean
  preview: ReactNode
}

export function FilterCard({ editor, forwards, preview }: CardProps) {
  const t = useWords('editor')
  const isWide = useIsWide(721)
  const language = useLanguage()
  const [view, setView] = useState<View>('builder')
  const { draft, update, updateParsed, problem, typing, setTyping } = editor
  const { edit, announcement } = useBuilderEdit(editor)
  useEffect(() => onFirstInteraction(() => sieve.load(language)), [language])
  const nameError = problem?.word === 'name.missing' ? t(problem.word) : undefined
  const visibleView = problem && problem.word !== 'name.missing' ? 'builder' : view
  const options = views.map(value => ({ value, label: t(`view.${value}`) }))
  const textView =
    view === 'sieve' ? (
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-hull" />}>
        <sieve.View draft={draft} />
      </Suspense>
    ) : (
      <TypedView root={draft.root} typing={typing} onTyping={setTyping} onChange={updateParsed} />
    )
  return (
    <>
      <Card>
        <Field label={t('name')} error={nameError}>
          <TextInput
            value={draft.name}
            maxLength={80}
            dir="auto"
            placeholder={t('name.placeholder')}
            onChange={event => update({ name: event.target.value }, 'name')}
          />
        </Field>
        {!isWide && <Segmented label={t('view')} parts={options} value={visibleView} onChange={setView} />}
        {isWide || visibleView === 'builder' ? <Builder edit={edit} forwards={forwards} /> : textView}
        <p className="sr-only" role="status">
          {announcement}
        </p>
        <ActionsEditor actions={draft.actions} hasTried={problem !== null} onChange={actions => update({ actions })} preview={preview} />
      </Card>
      {isWide && (
        <Card>
          <Segmented<View> label={t('view')} parts={options.slice(1)} value={view === 'builder' ? 'typed' : view} onChange={setView} />
          {textView}
        </Card>
      )}
    </>
  )
}
