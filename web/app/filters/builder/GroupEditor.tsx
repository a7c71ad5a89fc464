// A group of conditions as rows, with nested groups, and buttons that add to it.
import { ListPlus, Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import {
  blankTest,
  type ConditionGroup,
  type ConditionPath,
  changeGroupKind,
  conditionsIn,
  type GroupKind,
  groupKindOf,
  isTest,
  replaceAt,
} from '../../../../core/filters/edit.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Drag, dropLine } from '../useDrag.ts'
import { handleRowKey } from './builder-keys.ts'
import { ConditionMenu } from './ConditionMenu.tsx'
import { ConditionRow } from './ConditionRow.tsx'
import { DragHandle } from './DragHandle.tsx'
import { type BuilderEdit, insertCondition, maxNesting, pathKey, removeCondition } from './edit.ts'

interface GroupProps {
  edit: BuilderEdit
  drag: Drag
  path: ConditionPath
  group: ConditionGroup
}

export function GroupKindPicker({ edit, path, group }: Omit<GroupProps, 'drag'>) {
  const t = useWords('builder')
  const options = (['all', 'any', 'none'] satisfies GroupKind[]).map(how => ({ value: how, label: t(`how.${how}`) }))
  return (
    <InlineSelect
      label={t('how')}
      value={groupKindOf(group)}
      options={options}
      onChange={how => edit.change(changeGroupKind(edit.root, path, how))}
    />
  )
}

export function GroupRows({ edit, drag, path, group }: GroupProps) {
  const t = useWords('builder')
  return (
    <ul className="grid gap-2">
      {conditionsIn(group).map((condition, index) => {
        const memberPath = [...path, index]
        return (
          <Fragment key={memberPath.join('.')}>
            {index > 0 && (
              <li aria-hidden="true" className="ps-3 text-sm/4 text-ink-3">
                {t(groupKindOf(group) === 'all' ? 'and' : 'or')}
              </li>
            )}
            <li>
              {isTest(condition) ? (
                <ConditionRow
                  edit={edit}
                  drag={drag}
                  path={memberPath}
                  label={t('condition.nth', { n: index + 1 })}
                  test={condition}
                  onChange={changed => edit.change(replaceAt(edit.root, memberPath, changed))}
                />
              ) : (
                <NestedGroup edit={edit} drag={drag} path={memberPath} group={condition} />
              )}
            </li>
          </Fragment>
        )
      })}
    </ul>
  )
}

function NestedGroup({ edit, drag, path, group }: GroupProps) {
  const t = useWords('builder')
  const key = pathKey(path)
  return (
    <div
      role="group"
      aria-label={t('group.label')}
      data-at={key}
      data-drop={key}
      className={cx(
        'ms-2 grid gap-2 border-s-3 border-dotted border-edge ps-4 max-md:ms-0 max-md:ps-2.5',
        drag.draggedId === key && 'opacity-50',
        dropLine(drag.target, key),
      )}
    >
      <div className="flex items-center gap-1" role="presentation" onKeyDown={event => handleRowKey(event, edit, path)}>
        <DragHandle drag={drag} edit={edit} path={path} label={t('grip.group')} />
        <p className="flex flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <GroupKindPicker edit={edit} path={path} group={group} /> {t('ofThese', { how: groupKindOf(group) })}
        </p>
        <ConditionMenu edit={edit} path={path} label={t('more.group')} isGroup />
        <IconButton icon={X} label={t('group.remove')} onClick={() => removeCondition(edit, path)} />
      </div>
      <GroupRows edit={edit} drag={drag} path={path} group={group} />
      <AddButtons edit={edit} path={path} />
    </div>
  )
}

export function AddButtons({ edit, path }: { edit: BuilderEdit; path: ConditionPath }) {
  const t = useWords('builder')
  const look = path.length === 1 ? 'quiet' : 'bare'
  return (
    <p className="flex flex-wrap gap-2">
      <Button look={look} small data-adds={pathKey(path)} onClick={() => insertCondition(edit, path)}>
        <Plus size={16} aria-hidden /> {t('condition.add')}
      </Button>
      {path.length < maxNesting && (
        <Button look={look} small onClick={() => insertCondition(edit, path, { all: [blankTest] })}>
          <ListPlus size={16} aria-hidden /> {t('group.add')}
        </Button>
      )}
    </p>
  )
}
