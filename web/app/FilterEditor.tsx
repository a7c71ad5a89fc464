// One filter, new or saved: its name, its conditions as a sentence, and where its mail goes.
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { FilterDraft, type SavedFilter } from '../../core/api/filters.ts'
import { asGroup, blankTest, type Group, unfinished } from '../../core/filters/edit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Confirm } from '../ui/Dialog.tsx'
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
import { ConditionEditor } from './ConditionEditor.tsx'
import { useFilters, useRemoveFilter, useSaveFilter } from './filters.ts'

const blank: FilterDraft = {
  name: '',
  paused: false,
  condition: { any: [blankTest] },
  actions: [{ kind: 'forward', destinationIds: [] }],
}

export function FilterEditor() {
  const t = useWords('filters')
  const { id = null } = useParams()
  const filters = useFilters()
  if (!id) return <Editor key="new" saved={null} />
  if (filters.isPending) return <SkeletonCard />
  const saved = filters.data?.items.find(filter => filter.id === id)
  if (!saved) return <Empty title={t('refusedUnknown')} action={<LinkButton to="/filters">{t('editor.back')}</LinkButton>} />
  return <Editor key={id} saved={saved} />
}

function Editor({ saved }: { saved: SavedFilter | null }) {
  const t = useWords('filters')
  const explain = useExplain()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<FilterDraft>(saved ?? blank)
  const [problem, setProblem] = useState<{ text: string; wrong: ReadonlySet<string>; name?: string } | null>(null)
  const save = useSaveFilter(saved?.id ?? null)
  const root = asGroup(draft.condition)
  const change = (part: Partial<FilterDraft>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const dirty = draft !== (saved ?? blank)
  const trySave = () => {
    const found = problemOf(draft, root)
    if (found) return setProblem({ text: t(found.word), wrong: found.wrong, ...(found.name && { name: t('editor.name.missing') }) })
    save.mutate(draft, {
      onSuccess: () => {
        toast.success(t('editor.saved'))
        void navigate('/filters')
      },
      onError: error => setProblem({ text: explain(error), wrong: new Set() }),
    })
  }
  const lead = dirty && saved ? t('editor.lead.dirty') : t(saved ? 'editor.lead.saved' : 'editor.lead.new')
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        trySave()
      }}
    >
      <PageHeader
        title={saved?.name ?? t('editor.new')}
        above={<Link to="/filters">{t('editor.back')}</Link>}
        action={<Deeds busy={save.isPending} saved={saved} />}
      >
        {lead}
      </PageHeader>
      <div className="grid max-w-[52rem] gap-5">
        {problem && (
          <Note kind="danger" alert>
            {problem.text}
          </Note>
        )}
        <Card>
          <Field label={t('editor.name')} error={problem?.name}>
            <TextInput
              value={draft.name}
              maxLength={80}
              placeholder={t('editor.name.placeholder')}
              onChange={event => change({ name: event.target.value })}
            />
          </Field>
          <ConditionEditor root={root} wrong={problem?.wrong ?? new Set()} onChange={condition => change({ condition })} />
          <ActionsEditor actions={draft.actions} onChange={actions => change({ actions })} />
        </Card>
      </div>
    </form>
  )
}

type Problem = { word: 'editor.name.missing' | 'editor.empty' | 'editor.unfinished' | 'refusedTooLarge'; wrong: Set<string>; name?: true }

/** The first thing that keeps a draft from being saved. */
function problemOf(draft: FilterDraft, root: Group): Problem | null {
  const wrong = new Set(unfinished(root).map(path => path.join('.')))
  if (!draft.name.trim()) return { word: 'editor.name.missing', wrong, name: true }
  if (wrong.size > 0) return { word: 'editor.unfinished', wrong }
  if (Object.values(root).flat().length === 0) return { word: 'editor.empty', wrong }
  return FilterDraft.safeParse(draft).success ? null : { word: 'refusedTooLarge', wrong }
}

function Deeds({ busy, saved }: { busy: boolean; saved: SavedFilter | null }) {
  const t = useWords('filters')
  return (
    <span className="flex flex-wrap items-center gap-2">
      {saved && <Remove saved={saved} />}
      <LinkButton to="/filters" look="bare">
        {t('editor.discard')}
      </LinkButton>
      <Button type="submit" busy={busy}>
        {t('editor.save')}
      </Button>
    </span>
  )
}

function Remove({ saved }: { saved: SavedFilter }) {
  const t = useWords('filters')
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const remove = useRemoveFilter()
  const go = () =>
    remove.mutate(saved.id, {
      onSuccess: () => {
        toast.success(t('editor.deleted'))
        void navigate('/filters')
      },
    })
  return (
    <>
      <Button look="bare" className="text-danger" onClick={() => setAsks(true)}>
        {t('editor.delete')}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={t('editor.delete.title', { name: saved.name })}
        deed={t('editor.delete')}
        busy={remove.isPending}
        onDeed={go}
      >
        <p>{t('editor.delete.text')}</p>
      </Confirm>
    </>
  )
}
