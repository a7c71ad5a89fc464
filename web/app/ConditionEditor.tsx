// The conditions of a filter as a sentence that can be edited: groups within groups.
import { ListPlus, Plus, X } from 'lucide-react'
import {
  addTo,
  blankTest,
  changeHow,
  type Group,
  type How,
  howOf,
  isTest,
  membersOf,
  type Path,
  removeAt,
  replaceAt,
} from '../../core/filters/edit.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Pick } from '../ui/Pick.tsx'
import { useWords } from '../words.tsx'
import { TestEditor } from './TestEditor.tsx'

interface EditorProps {
  root: Group
  onChange(root: Group): void
  /** Paths, joined by dots, of what must still be finished. */
  wrong: ReadonlySet<string>
}

/** Nesting ends where a sentence stops being readable; what was imported deeper can still be edited. */
const deepest = 3

export function ConditionEditor({ root, onChange, wrong }: EditorProps) {
  const t = useWords('filters')
  const edit = { root, onChange, wrong }
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">
        {t('when')} <HowPick edit={edit} path={[]} group={root} /> {t('ofThese', { how: howOf(root) })}
      </p>
      <Members edit={edit} path={[]} group={root} />
      <Adders edit={edit} path={[]} />
    </div>
  )
}

function HowPick({ edit, path, group }: { edit: EditorProps; path: Path; group: Group }) {
  const t = useWords('filters')
  const options = (['all', 'any', 'none'] satisfies How[]).map(how => ({ value: how, word: t(`how.${how}`) }))
  return <Pick label={t('how')} value={howOf(group)} options={options} onChange={how => edit.onChange(changeHow(edit.root, path, how))} />
}

function Members({ edit, path, group }: { edit: EditorProps; path: Path; group: Group }) {
  const t = useWords('filters')
  return (
    <ul className="grid gap-2">
      {membersOf(group).map((member, at) => {
        const here = [...path, at]
        return (
          <li key={here.join('.')} className="grid gap-2">
            {at > 0 && (
              <span aria-hidden="true" className="ps-3 text-sm/4 text-ink-3">
                {t(howOf(group) === 'all' ? 'and' : 'or')}
              </span>
            )}
            {isTest(member) ? (
              <TestEditor
                test={member}
                wrong={edit.wrong.has(here.join('.'))}
                onChange={changed => edit.onChange(replaceAt(edit.root, here, changed))}
                onRemove={() => edit.onChange(removeAt(edit.root, here))}
              />
            ) : (
              <Nested edit={edit} path={here} group={member} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Nested({ edit, path, group }: { edit: EditorProps; path: Path; group: Group }) {
  const t = useWords('filters')
  return (
    <div role="group" aria-label={t('group.label')} className="ms-2 grid gap-2 border-s-3 border-dotted border-edge ps-4">
      <div className="flex items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <HowPick edit={edit} path={path} group={group} /> {t('ofThese', { how: howOf(group) })}
        </p>
        <IconButton icon={X} label={t('group.remove')} onClick={() => edit.onChange(removeAt(edit.root, path))} />
      </div>
      <Members edit={edit} path={path} group={group} />
      <Adders edit={edit} path={path} />
    </div>
  )
}

function Adders({ edit, path }: { edit: EditorProps; path: Path }) {
  const t = useWords('filters')
  return (
    <p className="flex flex-wrap gap-2">
      <Button look="quiet" small onClick={() => edit.onChange(addTo(edit.root, path, blankTest))}>
        <Plus size={16} aria-hidden /> {t('condition.add')}
      </Button>
      {path.length < deepest && (
        <Button look="quiet" small onClick={() => edit.onChange(addTo(edit.root, path, { all: [blankTest] }))}>
          <ListPlus size={16} aria-hidden /> {t('group.add')}
        </Button>
      )}
    </p>
  )
}
