// The conditions of a filter as a sentence that can be edited: groups within groups.
import { ListPlus, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
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
import type { Condition } from '../../core/filters/tree.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Pick } from '../ui/Pick.tsx'
import { useWords } from '../words.tsx'
import { TestEditor } from './TestEditor.tsx'

interface EditorProps {
  /** Tells the blocks of one filter apart. */
  name: string
  root: Group
  onChange(root: Group): void
  /** Paths, joined by dots, of what must still be finished. */
  wrong: ReadonlySet<string>
  /** Moves the focus to the first of these that is there after the change. */
  focus(...selectors: string[]): void
}

/** Nesting ends where a sentence stops being readable; what was imported deeper can still be edited. */
const deepest = 3

/** "Forward an e-mail when any of these is true: …" */
export function ConditionEditor(edit: EditorProps) {
  const t = useWords('filters')
  return (
    <Block edit={edit}>
      {t('when')} <HowPick edit={edit} path={[]} group={edit.root} /> {t('ofThese', { how: howOf(edit.root) })}
    </Block>
  )
}

/** "but not when …": any one of its conditions keeps the mail back. */
export function ExceptionEditor(edit: EditorProps) {
  const t = useWords('filters')
  return (
    <div role="group" aria-label={t('butNot')} className="border-t-3 border-dotted border-edge pt-4">
      <Block edit={edit}>{t('butNot')}</Block>
    </div>
  )
}

function Block({ edit, children }: { edit: EditorProps; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">{children}</p>
      <Members edit={edit} path={[]} group={edit.root} />
      <Adders edit={edit} path={[]} />
    </div>
  )
}

const placeOf = (edit: EditorProps, path: Path): string => [edit.name, ...path].join('.')
const rowAt = (edit: EditorProps, path: Path): string => `[data-at="${placeOf(edit, path)}"] select`
const adderOf = (edit: EditorProps, path: Path): string => `[data-adds="${placeOf(edit, path)}"]`

function add(edit: EditorProps, path: Path, condition: Condition): void {
  const root = addTo(edit.root, path, condition)
  const here = [...path, lengthAt(root, path) - 1]
  edit.onChange(root)
  edit.focus(rowAt(edit, isTest(condition) ? here : [...here, 0]))
}

/** The focus goes to the row that took the place, to the one before it, or to the nearest button that adds. */
function remove(edit: EditorProps, path: Path): void {
  const parent = path.slice(0, -1)
  const at = path.at(-1) ?? 0
  edit.onChange(removeAt(edit.root, path))
  const adders = parent.map((_, i) => adderOf(edit, parent.slice(0, parent.length - i)))
  edit.focus(rowAt(edit, path), rowAt(edit, [...parent, at - 1]), ...adders, adderOf(edit, []), '[data-adds="exception"]')
}

function lengthAt(root: Group, path: Path): number {
  const [first, ...rest] = path
  const members = membersOf(root)
  const member = first === undefined ? undefined : members[first]
  return member && !isTest(member) ? lengthAt(member, rest) : members.length
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
                place={placeOf(edit, here)}
                label={t('condition.nth', { n: at + 1 })}
                test={member}
                wrong={edit.wrong.has(here.join('.'))}
                onChange={changed => edit.onChange(replaceAt(edit.root, here, changed))}
                onRemove={() => remove(edit, here)}
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
    <div
      role="group"
      aria-label={t('group.label')}
      className="ms-2 grid gap-2 border-s-3 border-dotted border-edge ps-4 max-md:ms-0 max-md:ps-3"
    >
      <div className="flex items-center justify-between gap-2 pe-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <HowPick edit={edit} path={path} group={group} /> {t('ofThese', { how: howOf(group) })}
        </p>
        <IconButton icon={X} label={t('group.remove')} onClick={() => remove(edit, path)} />
      </div>
      <Members edit={edit} path={path} group={group} />
      <Adders edit={edit} path={path} />
    </div>
  )
}

function Adders({ edit, path }: { edit: EditorProps; path: Path }) {
  const t = useWords('filters')
  const look = path.length === 0 ? 'quiet' : 'bare'
  return (
    <p className="flex flex-wrap gap-2">
      <Button look={look} small data-adds={placeOf(edit, path)} onClick={() => add(edit, path, blankTest)}>
        <Plus size={16} aria-hidden /> {t('condition.add')}
      </Button>
      {path.length < deepest && (
        <Button look={look} small onClick={() => add(edit, path, { all: [blankTest] })}>
          <ListPlus size={16} aria-hidden /> {t('group.add')}
        </Button>
      )}
    </p>
  )
}
