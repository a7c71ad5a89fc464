// A group of conditions as rows, with nested groups and buttons that add to it.
import { ListPlus, Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import {
  blankTest,
  type ConditionGroup,
  type ConditionPath,
  changeHow,
  conditionsIn,
  type GroupKind,
  howOf,
  isTest,
  replaceAt,
} from '../../../../core/filters/edit.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Pick } from '../../../ui/forms/Pick.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Drag, dropLine } from '../useDrag.ts'
import { add, deepest, type Edit, pathKey, remove } from './edit.ts'
import { Grip } from './Grip.tsx'
import { pressOnRow } from './keys.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { TestRow } from './TestRow.tsx'

interface GroupProps {
  edit: Edit
  drag: Drag
  path: ConditionPath
  group: ConditionGroup
}

export function HowPick({ edit, path, group }: Omit<GroupProps, 'drag'>) {
  const t = useWords('builder')
  const options = (['all', 'any', 'none'] satisfies GroupKind[]).map(how => ({ value: how, word: t(`how.${how}`) }))
  return <Pick label={t('how')} value={howOf(group)} options={options} onChange={how => edit.change(changeHow(edit.root, path, how))} />
}

export function GroupRows({ edit, drag, path, group }: GroupProps) {
  const t = useWords('builder')
  return (
    <ul className="grid gap-2">
      {conditionsIn(group).map((member, at) => {
        const here = [...path, at]
        return (
          <Fragment key={here.join('.')}>
            {at > 0 && (
              <li aria-hidden="true" className="ps-3 text-sm/4 text-ink-3">
                {t(howOf(group) === 'all' ? 'and' : 'or')}
              </li>
            )}
            <li>
              {isTest(member) ? (
                <TestRow
                  edit={edit}
                  drag={drag}
                  path={here}
                  label={t('condition.nth', { n: at + 1 })}
                  test={member}
                  onChange={changed => edit.change(replaceAt(edit.root, here, changed))}
                />
              ) : (
                <Nested edit={edit} drag={drag} path={here} group={member} />
              )}
            </li>
          </Fragment>
        )
      })}
    </ul>
  )
}

function Nested({ edit, drag, path, group }: GroupProps) {
  const t = useWords('builder')
  const place = pathKey(path)
  return (
    <div
      role="group"
      aria-label={t('group.label')}
      data-at={place}
      data-drop={place}
      className={cx(
        'ms-2 grid gap-2 border-s-3 border-dotted border-edge ps-4 max-md:ms-0 max-md:ps-2.5',
        drag.lifted === place && 'opacity-50',
        dropLine(drag.over, place),
      )}
    >
      <div className="flex items-center gap-1" role="presentation" onKeyDown={event => pressOnRow(event, edit, path)}>
        <Grip drag={drag} edit={edit} path={path} label={t('grip.group')} />
        <p className="flex flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <HowPick edit={edit} path={path} group={group} /> {t('ofThese', { how: howOf(group) })}
        </p>
        <MoreMenu edit={edit} path={path} label={t('more.group')} isGroup />
        <IconButton icon={X} label={t('group.remove')} onClick={() => remove(edit, path)} />
      </div>
      <GroupRows edit={edit} drag={drag} path={path} group={group} />
      <Adders edit={edit} path={path} />
    </div>
  )
}

export function Adders({ edit, path }: { edit: Edit; path: ConditionPath }) {
  const t = useWords('builder')
  const look = path.length === 1 ? 'quiet' : 'bare'
  return (
    <p className="flex flex-wrap gap-2">
      <Button look={look} small data-adds={pathKey(path)} onClick={() => add(edit, path)}>
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
