// One filter, new or saved: its name, its conditions as a sentence, and where its mail goes.
import { Ban } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import type { SavedFilter } from '../../core/api/filters.ts'
import { blankTest, membersOf, type Sentence } from '../../core/filters/edit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Field } from '../ui/Field.tsx'
import { useExplain } from '../ui/failure.ts'
import { Note } from '../ui/Note.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonCard } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words.tsx'
import { ActionsEditor } from './ActionsEditor.tsx'
import { AskBeforeLeaving } from './AskBeforeLeaving.tsx'
import { ConditionEditor, ExceptionEditor } from './ConditionEditor.tsx'
import { FiltersRefused } from './FiltersRefused.tsx'
import { asFilter, type Draft, isSame, nothingWrong, openDraft, problemOf } from './filter-draft.ts'
import { useFilters, useSaveFilter } from './filters.ts'
import { RemoveFilter } from './RemoveFilter.tsx'
import { useFocusAfter } from './useFocusAfter.ts'

/** What a link may bring along: the sender of a mail to begin with. */
const Brought = z.object({ from: z.string().trim().min(1).max(500) })

export function FilterEditor() {
  const t = useWords('filters')
  const { id = null } = useParams()
  const brought = Brought.safeParse(useLocation().state)
  const filters = useFilters()
  if (!id) return <Editor key="new" saved={null} from={brought.success ? brought.data.from : null} />
  const saved = filters.data?.items.find(filter => filter.id === id)
  if (saved) return <Editor key={id} saved={saved} from={null} />
  if (filters.isPending) return <SkeletonCard />
  if (filters.error) return <FiltersRefused error={filters.error} onRetry={() => void filters.refetch()} />
  return <Empty title={t('refusedUnknown')} action={<LinkButton to="/filters">{t('editor.back')}</LinkButton>} />
}

function Editor({ saved, from }: { saved: SavedFilter | null; from: string | null }) {
  const t = useWords('filters')
  const { draft, change, isDirty, isBusy, problem, refusal, trySave, isLetGo, letGo, form, focus } = useEditor(saved, from)
  const nameError = problem?.word === 'editor.name.missing' ? t(problem.word) : undefined
  const text = refusal ?? (problem && !nameError && t(problem.word))
  return (
    <form ref={form} noValidate onSubmit={trySave} className="max-w-[76rem]">
      <div className="max-w-[52rem]">
        <PageHeader
          title={saved?.name ?? t('editor.new')}
          above={<Link to="/filters">{t('editor.back')}</Link>}
          action={<Deeds isBusy={isBusy} />}
        >
          {t(!saved ? 'editor.lead.new' : isDirty ? 'editor.lead.dirty' : 'editor.lead.saved')}
        </PageHeader>
        <div className="grid gap-5">
          {text && (
            <Note kind="danger" alert>
              {text}
            </Note>
          )}
          <Card>
            <Field label={t('editor.name')} error={nameError}>
              <TextInput
                value={draft.name}
                maxLength={80}
                placeholder={t('editor.name.placeholder')}
                onChange={event => change({ name: event.target.value })}
              />
            </Field>
            <Conditions
              sentence={draft.sentence}
              wrong={problem?.wrong ?? nothingWrong}
              focus={focus}
              onChange={sentence => change({ sentence })}
            />
            <ActionsEditor actions={draft.actions} onChange={actions => change({ actions })} />
            <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-4 md:hidden">
              <Button type="submit" busy={isBusy} block>
                {t('editor.save')}
              </Button>
            </div>
          </Card>
          {saved && (
            <p>
              <RemoveFilter saved={saved} onRemoved={letGo} />
            </p>
          )}
        </div>
      </div>
      <AskBeforeLeaving isDirty={isDirty} isLetGo={isLetGo} />
    </form>
  )
}

/** The state of the editor: marks appear with the first try to save and leave as each is mended. */
function useEditor(saved: SavedFilter | null, from: string | null) {
  const t = useWords('filters')
  const explain = useExplain()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const focus = useFocusAfter(form)
  const [first] = useState(() => openDraft(saved, from))
  const [draft, setDraft] = useState<Draft>(first)
  const [hasTried, setTried] = useState(false)
  const isLetGo = useRef(false)
  const letGo = () => {
    isLetGo.current = true
  }
  const save = useSaveFilter(saved?.id ?? null)
  const change = (part: Partial<Draft>) => {
    setDraft(before => ({ ...before, ...part }))
    if (save.isError) save.reset()
  }
  const trySave = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setTried(true)
    if (problemOf(draft)) return focus('[aria-invalid="true"]', '[data-adds="main"]')
    save.mutate(asFilter(draft), {
      onSuccess: () => {
        toast.success(t('editor.saved'))
        letGo()
        void navigate('/filters')
      },
    })
  }
  return {
    draft,
    change,
    isDirty: !isSame(draft, first),
    isBusy: save.isPending,
    problem: hasTried ? problemOf(draft) : null,
    refusal: save.error ? explain(save.error) : null,
    trySave,
    isLetGo,
    letGo,
    form,
    focus,
  }
}

interface ConditionsProps {
  sentence: Sentence
  wrong: Record<keyof Sentence, ReadonlySet<string>>
  focus(...selectors: string[]): void
  onChange(sentence: Sentence): void
}

function Conditions({ sentence, wrong, focus, onChange }: ConditionsProps) {
  const t = useWords('filters')
  const { main, except } = sentence
  const addException = () => {
    onChange({ main, except: [blankTest] })
    focus('[data-at="except.0"] select')
  }
  return (
    <>
      <ConditionEditor name="main" root={main} wrong={wrong.main} focus={focus} onChange={root => onChange({ main: root, except })} />
      {except.length > 0 ? (
        <ExceptionEditor
          name="except"
          root={{ any: except }}
          wrong={wrong.except}
          focus={focus}
          onChange={root => onChange({ main, except: membersOf(root) })}
        />
      ) : (
        <p>
          <Button look="quiet" small data-adds="exception" onClick={addException}>
            <Ban size={16} aria-hidden /> {t('butNot.add')}
          </Button>
        </p>
      )}
    </>
  )
}

function Deeds({ isBusy }: { isBusy: boolean }) {
  const t = useWords('filters')
  return (
    <span className="flex flex-wrap items-center gap-2">
      <LinkButton to="/filters" look="bare">
        {t('editor.discard')}
      </LinkButton>
      <Button type="submit" busy={isBusy}>
        {t('editor.save')}
      </Button>
    </span>
  )
}
