// The condition builder: an editable sentence of what must match and what must not.
import { Ban } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type ConditionGroup, type ConditionPath, conditionsIn, groupKindOf, isTest } from '../../../../core/filters/edit.ts'
import { conditionAt, type Moved, moveTo } from '../../../../core/filters/edit-move.ts'
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words/words.tsx'
import { type Side, useDrag } from '../useDrag.ts'
import { applyMove, type BuilderEdit, exceptPath, fixedDepth, insertCondition, mainPath, parsePath, pathKey } from './edit.ts'
import { AddButtons, GroupKindPicker, GroupRows } from './GroupEditor.tsx'

/** "Forward an email when any of these is true: … but not when …" */
export function Builder({ edit, forwards }: { edit: BuilderEdit; forwards: boolean }) {
  const t = useWords('builder')
  const box = useRef<HTMLDivElement>(null)
  const drag = useDrag(box, (from, to, side) =>
    applyMove(edit, parsePath(from), moveBeside(edit.root, parsePath(from), parsePath(to), side)),
  )
  const mainGroup = conditionAt(edit.root, mainPath)
  const exceptGroup = conditionAt(edit.root, exceptPath)
  const exceptions = exceptGroup && !isTest(exceptGroup) ? conditionsIn(exceptGroup) : []
  if (!mainGroup || isTest(mainGroup)) return null
  return (
    <div className="grid gap-4" ref={box}>
      <TopGroup edit={edit} drag={drag} path={mainPath}>
        {t(forwards ? 'when' : 'act')} <GroupKindPicker edit={edit} path={mainPath} group={mainGroup} />{' '}
        {t('ofThese', { how: groupKindOf(mainGroup) })}
      </TopGroup>
      {exceptions.length > 0 ? (
        <div role="group" aria-label={t('butNot')} className="border-t-3 border-dotted border-edge pt-4">
          <TopGroup edit={edit} drag={drag} path={exceptPath}>
            {t('butNot')}
          </TopGroup>
        </div>
      ) : (
        <p>
          <Button look="quiet" small data-adds="exception" onClick={() => insertCondition(edit, exceptPath)}>
            <Ban size={16} aria-hidden /> {t('butNot.add')}
          </Button>
        </p>
      )}
    </div>
  )
}

interface TopGroupProps {
  edit: BuilderEdit
  drag: ReturnType<typeof useDrag>
  path: ConditionPath
  children: ReactNode
}

function TopGroup({ edit, drag, path, children }: TopGroupProps) {
  const group = conditionAt(edit.root, path)
  if (!group || isTest(group)) return null
  return (
    <div className="grid gap-3" data-block={pathKey(path)}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">{children}</p>
      <GroupRows edit={edit} drag={drag} path={path} group={group} />
      <AddButtons edit={edit} path={path} />
    </div>
  )
}

function moveBeside(root: ConditionGroup, from: ConditionPath, to: ConditionPath, side: Side): Moved {
  const target = side === 'before' ? to : [...to.slice(0, -1), (to.at(-1) ?? 0) + 1]
  return moveTo(root, from, target, fixedDepth)
}
